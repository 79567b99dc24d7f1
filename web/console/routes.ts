import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { accountRoutes } from './account/routes.ts'
import { changelogRoutes } from './changelog/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { entranceRoutes } from './entrance/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { paletteRoutes } from './palette/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

export default [
  index('home/page.tsx'),
  // Addresses without a workspace, given to other systems.
  route('requests/:id', 'home/request.ts'),
  route('settings/*', 'home/settings.ts'),
  route('appearance', 'frame/appearance.ts'),
  ...entranceRoutes,
  ...accountRoutes,
  route('w/:workspace', 'frame/workspace.tsx', [
    layout('frame/inside.tsx', [
      ...overviewRoutes,
      ...requestRoutes,
      ...roadmapRoutes,
      ...changelogRoutes,
      ...customerRoutes,
      ...settingsRoutes,
      ...paletteRoutes,
      route('*', 'frame/unknown.tsx'),
    ]),
  ]),
] satisfies RouteConfig
