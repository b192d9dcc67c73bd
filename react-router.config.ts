import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: sending it whole avoids a manifest request before the first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
