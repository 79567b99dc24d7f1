import { notFound } from '../platform/problems.ts'
import { accountRoutes } from './account/routes.ts'
import { signInRoutes } from './auth/sign-in/routes.ts'
import { ssoRoutes } from './auth/sso/routes.ts'
import { changelogRoutes } from './changelog/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { challengeRoutes } from './http/challenge-route.ts'
import { get, type PortalRoute } from './http/route.ts'
import { imageRoutes } from './images/routes.ts'
import { ownRoutes } from './own/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roadmapRoutes } from './roadmap/routes.ts'
import { seoRoutes } from './seo/routes.ts'
import { appearanceRoutes } from './views/appearance.ts'
import { widgetRoutes } from './widget/routes.ts'

/** Any other path: a 404 page with a link back. */
export const catchAllPath = '/*'

/** Every route of the portal. */
export const portalRoutes: PortalRoute[] = [
  ...requestRoutes,
  ...roadmapRoutes,
  ...changelogRoutes,
  ...feedRoutes,
  ...seoRoutes,
  ...imageRoutes,
  ...fileRoutes,
  ...appearanceRoutes,
  ...signInRoutes,
  ...ssoRoutes,
  ...accountRoutes,
  ...challengeRoutes,
  ...reportRoutes,
  ...ownRoutes,
  ...widgetRoutes,
  get(catchAllPath, { isSignInOptional: true }, async () => {
    throw notFound()
  }),
]
