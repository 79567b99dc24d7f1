import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './response.ts'
import type { Assets } from './assets.ts'
import { documentOf } from '../views/layout.ts'
import { etagOf, type SharedAnswer } from './page-cache.ts'
import type { Visit } from './context.ts'

// A cache in front may keep a page for so long, and show it for as long again while it asks for a new one.
const sharedControl = 'public, max-age=10, stale-while-revalidate=10'

/** Everything that decides which page it is, besides its address. */
const vary = 'Cookie, Accept, Authorization, Heed-Session, Origin'

// What is not for everybody is not for search engines, also where one was let in.
const unlisted = { 'x-robots-tag': 'noindex, nofollow' }

/** An answer as bytes and headers. */
export interface Finished {
  status: number
  headers: Record<string, string>
  body: string
  isShared: boolean
}

export function finish(visit: Visit, answer: Answer, assets: Assets): Finished {
  const headers = { vary, ...(visit.workspace.access === 'private' && unlisted), ...answer.headers }
  switch (answer.kind) {
    case 'page': {
      const { body, policy } = documentOf(visit, answer, assets)
      const isShared = answer.isShared && answer.status === 200 && visit.viewer === null
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
        isShared,
      }
    }
    case 'text':
      return {
        status: 200,
        headers: { 'content-type': `${answer.type}; charset=utf-8`, ...headers },
        body: answer.body,
        isShared: answer.isShared,
      }
    case 'data':
      return {
        status: answer.status,
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body: JSON.stringify(answer.body),
        isShared: false,
      }
    case 'redirect':
      return { status: answer.status, headers: { location: answer.location, ...headers }, body: '', isShared: false }
    case 'nothing':
      return { status: 204, headers, body: '', isShared: false }
  }
}

export const shared = ({ status, headers, body }: Finished): SharedAnswer => ({
  status,
  headers,
  body: Buffer.from(body),
  etag: etagOf(body),
})

/** To one reader: nothing of it may be kept by a cache that others share. */
export function sendOwn(reply: FastifyReply, { status, headers, body }: Finished): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'private, no-cache', ...headers })
    .send(body)
}

/** To anybody: 304 when the reader has it already (RFC 9110, section 13.1.2). */
export function sendShared(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): FastifyReply {
  reply.headers({ ...answer.headers, etag: answer.etag, 'cache-control': sharedControl })
  const known = request.headers['if-none-match']
  const isKnown = known?.split(',').some((each) => [answer.etag, '*'].includes(each.trim().replace(/^W\//, '')))
  return isKnown ? reply.code(304).send() : reply.code(answer.status).send(answer.body)
}
