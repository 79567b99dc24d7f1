import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'console',
  buildDirectory: 'build',
  basename: '/console',
  ssr: true,
  // Sends all routes with the first page, so that no later request is needed and no endpoint lists them.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
