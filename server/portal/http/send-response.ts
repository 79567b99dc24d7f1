import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { computeEtag } from '../../platform/http/request/etag.ts'
import { renderDocument } from '../views/layout.ts'
import type { Assets } from './assets.ts'
import { compress, negotiateEncoding } from './compression.ts'
import type { PortalContext } from './context.ts'
import type { CachedResponse } from './page-cache.ts'
import type { PortalResponse, ResponseHeaders } from './response.ts'

/** Every request header that a response depends on. */
const vary = 'Cookie, Accept, Accept-Encoding, Authorization, Heed-Session, Origin'

// Search engines must not index a private portal, even if a crawler has a session.
const noIndexHeaders = { 'x-robots-tag': 'noindex, nofollow' }

/** A response as headers and text or bytes. */
export interface RenderedResponse {
  status: number
  headers: ResponseHeaders
  body: string | Buffer | Readable
  isCacheable: boolean
}

export function renderResponse(context: PortalContext, response: PortalResponse, assets: Assets): RenderedResponse {
  const headers = { vary, ...(context.workspace.access === 'private' && noIndexHeaders), ...response.headers }
  switch (response.kind) {
    case 'page': {
      const { body, policy } = renderDocument(context, response, assets)
      const isShared = response.isCacheable && response.status === 200 && context.viewer === null
      return {
        status: response.status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          // With `no-referrer`, browsers would send forms with `Origin: null`.
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
        headers: { 'content-type': `${response.type}; charset=utf-8`, ...headers },
        body: response.body,
        isCacheable: response.isCacheable,
      }
    case 'json':
      return {
        status: response.status,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: JSON.stringify(response.body),
        isCacheable: false,
      }
    case 'redirect':
      return {
        status: response.status,
        headers: { location: response.location, ...headers },
        body: '',
        isCacheable: false,
      }
    case 'image':
      return {
        status: 200,
        headers: { ...headers, 'content-type': response.type },
        body: response.body,
        isCacheable: false,
      }
    case 'file':
      return { status: response.status, headers, body: response.body, isCacheable: false }
    case 'not-modified':
      return { status: 304, headers, body: '', isCacheable: false }
    case 'no-content':
      return { status: 204, headers, body: '', isCacheable: false }
  }
}

/** @param response with `isCacheable`, so its body is text */
export const toCachedResponse = ({ status, headers, body }: RenderedResponse & { body: string }): CachedResponse => ({
  status,
  headers,
  body: Buffer.from(body),
  etag: computeEtag(body),
  compressed: new Map(),
})

/**
 * Sends a response that shared caches must not keep. Its size may depend on what the URL says: no page may show a secret
 * next to text from the URL, since a compressed size would reveal how alike they are (BREACH).
 */
export async function sendPrivate(
  reply: FastifyReply,
  { status, headers, body }: RenderedResponse,
): Promise<FastifyReply> {
  reply.code(status).headers({ 'cache-control': 'private, no-cache', ...headers })
  // Images are compressed already.
  if (typeof body !== 'string') return reply.send(body)
  const encoding = negotiateEncoding(reply.request.headers['accept-encoding'], body)
  if (encoding === null) return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress(encoding, body))
}
