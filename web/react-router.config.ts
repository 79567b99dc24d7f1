import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'console',
  buildDirectory: 'build',
  basename: '/console',
  ssr: true,
  // A file for the client action of each page would be another request, and take an entry in the list of all routes.
  splitRouteModules: false,
  // Sends all routes with the first page, so that no later request is needed and no endpoint lists them.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
