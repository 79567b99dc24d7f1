import { notFound } from '../platform/problems.ts'
import { appearanceRoutes } from './appearance.ts'
import { changelogRoutes } from './changelog/pages.ts'
import { crawlerRoutes } from './crawlers/pages.ts'
import { feedRoutes } from './feeds/pages.ts'
import { identifyRoutes } from './identify/pages.ts'
import { meRoutes } from './me/pages.ts'
import { requestRoutes } from './requests/pages.ts'
import { roadmapRoutes } from './roadmap/pages.ts'
import { get, type PortalRoute } from './route.ts'
import { signInRoutes } from './sign-in/pages.ts'
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
