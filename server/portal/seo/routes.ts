import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, textResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { renderSitemap } from './sitemap.ts'

/** Open, so that a private portal answers in so many words that there is nothing for search engines. */
export const seoRoutes: PortalRoute[] = [
  get('/robots.txt', { isSignInOptional: true, isCacheable: true }, robots),
  get('/sitemap.xml', { isSignInOptional: true, isCacheable: true }, sitemap),
]

/** Robots ask for it at the root of a host alone (RFC 9309, section 2.3). */
async function robots({ base, workspace, portalUrl: address }: PortalContext): Promise<PortalResponse> {
  if (base !== '') throw notFound()
  const rules = workspace.access === 'private' ? ['Disallow: /'] : ['Allow: /', '', `Sitemap: ${address}/sitemap.xml`]
  return textResponse('text/plain', ['User-agent: *', ...rules, ''].join('\n'))
}

async function sitemap(visit: PortalContext): Promise<PortalResponse> {
  const document = visit.workspace.access === 'private' ? null : await renderSitemap(visit)
  if (document === null) throw notFound()
  return textResponse('application/xml', document)
}
