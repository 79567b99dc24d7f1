import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../platform/http/request/etag.ts'
import { compress, type Encoding, negotiateEncoding } from './compression.ts'
import { isOnCustomDomain } from './custom-domains.ts'
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
    const { body, isCacheable } = rendered
    if (isCacheable && typeof body === 'string') return toCachedResponse({ ...rendered, body })
    uncacheable = rendered
    return null
  })
  if (cached !== null) return sendCached(request, reply, cached)
  // A request that waited for another request's uncacheable response renders its own.
  return sendPrivate(reply, uncacheable ?? (await render()))
}

/** Sends 304 to a reader that has the response already. */
async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  const encoding = negotiateEncoding(request.headers['accept-encoding'], response.body)
  // Each encoding is a representation with a validator of its own (RFC 9110, section 8.8.3.3).
  const etag = encoding === null ? response.etag : response.etag.replace(/"$/, `-${encoding}"`)
  reply.headers({ ...response.headers, etag, 'cache-control': publicCacheControl })
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.code(response.status).send(encoding === null ? response.body : await compressOnce(response, encoding))
}

/** Compresses a cached response for its first reader in an encoding. */
function compressOnce({ body, compressed }: CachedResponse, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(encoding)
  if (known !== undefined) return known
  const result = compress(encoding, body)
  compressed.set(encoding, result)
  return result
}
