import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // scripts/runtime.mjs builds beside the site that is being served, and puts the new one in its place.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The server is one of several programs, each a file by its own name (vite.config.ts).
  serverBuildFile: '[name].js',
  ssr: true,
  // The route table is small: sending it whole avoids a manifest request before the first navigation.
  routeDiscovery: { mode: 'initial' },
  // Loaders of ours are a few lines: a file of their own would be a request, and a row in the route table.
  splitRouteModules: false,
} satisfies Config
