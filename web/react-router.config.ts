import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'console',
  buildDirectory: 'build',
  basename: '/console',
  ssr: true,
  // The whole map of routes comes with the first page: no request for it later, and none from the outside.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
