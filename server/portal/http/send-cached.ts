import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOnCustomDomain } from './context.ts'
import { matchesEtag } from './etag.ts'
import type { CachedResponse, PageCache } from './page-cache.ts'
import type { RouteOptions } from './route.ts'
import { type RenderedResponse, sendPrivate, toCachedResponse } from './send-response.ts'

// Longer URLs are usually unique to one reader, and caching them would evict shared pages.
const maxCachedUrlLength = 300

// Lets a cache in front serve a page this long, and as long again while it revalidates the page.
const publicCacheControl = 'public, max-age=10, stale-while-revalidate=10'

/** Sends a signed-out visitor the cached response; a request with credentials gets its own response. */
export async function sendFromCache(
  cache: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  render: () => Promise<RenderedResponse>,
  { isCrossOrigin = false }: RouteOptions,
): Promise<FastifyReply> {
  const { cookie, authorization, 'heed-session': session, accept = '' } = request.headers
  // A cross-origin response names the origin that may read it (cors.ts).
  const origin = isCrossOrigin ? (request.headers.origin ?? '') : ''
  const isLong = request.url.length + origin.length > maxCachedUrlLength
  if ((cookie ?? authorization ?? session) !== undefined || isLong) return sendPrivate(reply, await render())
  let uncacheable: RenderedResponse | null = null
  const isForScript = accept.includes('application/json')
  const cached = await cache.get(`${isForScript} ${isOnCustomDomain(request)} ${origin} ${request.url}`, async () => {
    const rendered = await render()
    if (rendered.isCacheable) return toCachedResponse(rendered)
    uncacheable = rendered
    return null
  })
  if (cached !== null) return sendCached(request, reply, cached)
  // A request that waited for another request's uncacheable response renders its own.
  return sendPrivate(reply, uncacheable ?? (await render()))
}

/** Sends 304 to a reader that has the response already. */
function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): FastifyReply {
  reply.headers({ ...response.headers, etag: response.etag, 'cache-control': publicCacheControl })
  return matchesEtag(request.headers['if-none-match'], response.etag)
    ? reply.code(304).send()
    : reply.code(response.status).send(response.body)
}
