import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { accountRoutes } from './account/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { authorizeRoutes } from './authorize/routes.ts'
import { changelogRoutes } from './changelog/routes.ts'
import { commandPaletteRoutes } from './command-palette/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { insightRoutes } from './insights/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { statusRoutes } from './status/routes.ts'

export default [
  index('home/page.tsx'),
  // URLs without a workspace, used in links from other systems.
  route('requests/:id', 'home/request-redirect.ts'),
  route('settings/*', 'home/settings-redirect.ts'),
  route('appearance', 'layout/appearance.ts'),
  ...authRoutes,
  ...authorizeRoutes,
  ...accountRoutes,
  ...statusRoutes,
  route('w/:workspace', 'layout/workspace-layout.tsx', [
    layout('layout/page-error-boundary.tsx', [
      ...overviewRoutes,
      ...inboxRoutes,
      ...requestRoutes,
      ...roadmapRoutes,
      ...changelogRoutes,
      ...customerRoutes,
      ...insightRoutes,
      ...settingsRoutes,
      ...commandPaletteRoutes,
      route('*', 'layout/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig
