import { appearanceRoutes } from './appearance.ts'
import { identifyRoutes } from './identify/pages.ts'
import { requestRoutes } from './requests/pages.ts'
import type { PortalRoute } from './route.ts'
import { signInRoutes } from './sign-in/pages.ts'
import { widgetRoutes } from './widget/routes.ts'

/** Every address of the portal, below its base. */
export const portalPages: PortalRoute[] = [
  ...requestRoutes,
  ...appearanceRoutes,
  ...signInRoutes,
  ...identifyRoutes,
  ...widgetRoutes,
]
