import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: sending it whole avoids a manifest request before the first navigation.
  routeDiscovery: { mode: 'initial' },
  // Loaders of ours are a few lines: a file of their own would be a request, and a row in the route table.
  splitRouteModules: false,
} satisfies Config
