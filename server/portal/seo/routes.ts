import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, textResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { renderIcon } from './icon.ts'
import { renderSitemap } from './sitemap.ts'

/** Routes without sign-in, so that a private portal tells search engines to stay away instead of redirecting them. */
export const seoRoutes: PortalRoute[] = [
  get('/robots.txt', { isSignInOptional: true, isCacheable: true }, robots),
  get('/icon.svg', { isSignInOptional: true, isCacheable: true }, icon),
  get('/sitemap.xml', { isSignInOptional: true, isCacheable: true }, sitemap),
]

/** Served on custom domains only: robots read the file at the root of a host (RFC 9309, section 2.3). */
async function robots({ base, workspace, portalUrl }: PortalContext): Promise<PortalResponse> {
  if (base !== '') throw notFound()
  const rules = workspace.access === 'private' ? ['Disallow: /'] : ['Allow: /', '', `Sitemap: ${portalUrl}/sitemap.xml`]
  return textResponse('text/plain', ['User-agent: *', ...rules, ''].join('\n'))
}

async function icon({ workspace }: PortalContext): Promise<PortalResponse> {
  return textResponse('image/svg+xml', renderIcon(workspace))
}

async function sitemap(context: PortalContext): Promise<PortalResponse> {
  const document = context.workspace.access === 'private' ? null : await renderSitemap(context)
  if (document === null) throw notFound()
  return textResponse('application/xml', document)
}
