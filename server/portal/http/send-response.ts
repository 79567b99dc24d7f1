import type { FastifyReply, FastifyRequest } from 'fastify'
import { renderDocument } from '../views/layout.ts'
import type { Assets } from './assets.ts'
import type { PortalContext } from './context.ts'
import { type CachedResponse, computeEtag } from './page-cache.ts'
import type { PortalResponse } from './response.ts'

// A cache in front may keep a page for so long, and show it for as long again while it asks for a new one.
const publicCacheControl = 'public, max-age=10, stale-while-revalidate=10'

/** Everything that decides which page it is, besides its address. */
const vary = 'Cookie, Accept, Authorization, Heed-Session, Origin'

// What is not for everybody is not for search engines, also where one was let in.
const noIndexHeaders = { 'x-robots-tag': 'noindex, nofollow' }

/** An answer as bytes and headers. */
export interface RenderedResponse {
  status: number
  headers: Record<string, string>
  body: string
  isCacheable: boolean
}

export function renderResponse(visit: PortalContext, answer: PortalResponse, assets: Assets): RenderedResponse {
  const headers = { vary, ...(visit.workspace.access === 'private' && noIndexHeaders), ...answer.headers }
  switch (answer.kind) {
    case 'page': {
      const { body, policy } = renderDocument(visit, answer, assets)
      const isShared = answer.isCacheable && answer.status === 200 && visit.viewer === null
      return {
        status: answer.status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          // A form of a page that says `no-referrer` would come with `Origin: null`.
          'referrer-policy': 'same-origin',
          ...headers,
        },
        body,
        isCacheable: isShared,
      }
    }
    case 'text':
      return {
        status: 200,
        headers: { 'content-type': `${answer.type}; charset=utf-8`, ...headers },
        body: answer.body,
        isCacheable: answer.isCacheable,
      }
    case 'data':
      return {
        status: answer.status,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: JSON.stringify(answer.body),
        isCacheable: false,
      }
    case 'redirect':
      return { status: answer.status, headers: { location: answer.location, ...headers }, body: '', isCacheable: false }
    case 'nothing':
      return { status: 204, headers, body: '', isCacheable: false }
  }
}

export const toCachedResponse = ({ status, headers, body }: RenderedResponse): CachedResponse => ({
  status,
  headers,
  body: Buffer.from(body),
  etag: computeEtag(body),
})

/** To one reader: nothing of it may be kept by a cache that others share. */
export function sendPrivate(reply: FastifyReply, { status, headers, body }: RenderedResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'private, no-cache', ...headers })
    .send(body)
}

/** To anybody: 304 when the reader has it already (RFC 9110, section 13.1.2). */
export function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse): FastifyReply {
  reply.headers({ ...answer.headers, etag: answer.etag, 'cache-control': publicCacheControl })
  const known = request.headers['if-none-match']
  const isKnown = known?.split(',').some((each) => [answer.etag, '*'].includes(each.trim().replace(/^W\//, '')))
  return isKnown ? reply.code(304).send() : reply.code(answer.status).send(answer.body)
}
