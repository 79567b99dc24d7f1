import { notFound } from '../platform/problems.ts'
import { appearanceRoutes } from './views/appearance.ts'
import { changelogRoutes } from './changelog/routes.ts'
import { crawlerRoutes } from './seo/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { identifyRoutes } from './auth/sso/routes.ts'
import { meRoutes } from './account/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { get, type PortalRoute } from './http/route.ts'
import { signInRoutes } from './auth/sign-in/routes.ts'
import { widgetRoutes } from './widget/routes.ts'

/** Whatever is none of the others: not there, on a page that leads back. */
export const anyPath = '/*'

/** Every address of the portal, below its base. */
export const portalPages: PortalRoute[] = [
  ...requestRoutes,
  ...roadmapRoutes,
  ...changelogRoutes,
  ...feedRoutes,
  ...crawlerRoutes,
  ...appearanceRoutes,
  ...signInRoutes,
  ...identifyRoutes,
  ...meRoutes,
  ...widgetRoutes,
  get(anyPath, { isOpen: true }, async () => {
    throw notFound()
  }),
]
