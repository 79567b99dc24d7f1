import { notFound } from '../../platform/problems.ts'
import { type Answer, text } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { sitemapOf } from './sitemap.ts'

/** Open, so that a private portal answers in so many words that there is nothing for search engines. */
export const crawlerRoutes: PortalRoute[] = [
  get('/robots.txt', { isOpen: true, isShared: true }, robots),
  get('/sitemap.xml', { isOpen: true, isShared: true }, sitemap),
]

/** Robots ask for it at the root of a host alone (RFC 9309, section 2.3). */
async function robots({ base, workspace, address }: Visit): Promise<Answer> {
  if (base !== '') throw notFound()
  const rules = workspace.access === 'private' ? ['Disallow: /'] : ['Allow: /', '', `Sitemap: ${address}/sitemap.xml`]
  return text('text/plain', ['User-agent: *', ...rules, ''].join('\n'))
}

async function sitemap(visit: Visit): Promise<Answer> {
  const document = visit.workspace.access === 'private' ? null : await sitemapOf(visit)
  if (document === null) throw notFound()
  return text('application/xml', document)
}
