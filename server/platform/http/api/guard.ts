import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../problems.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Authenticate, Credential } from './credentials.ts'
import type { ApiScope } from './scopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

/** Checks credential, rate limits and scope, in this order and before the body is read (contract §1). */
export const createApiGuard = (scope: ApiScope, authenticate: Authenticate, limits: RateLimiter) =>
  async function checkCaller(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = bearerToken(request.headers.authorization)
    const result = token === null ? null : authenticate(token)
    const credential = result instanceof Promise ? await result : result
    if (credential === null) {
      throw problem('unauthorized', 'Send a valid API key: Authorization: Bearer heed_sk_…', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    request.credential = credential
    await consumeRateLimit(credential, reply, limits)
    if (!credential.scopes.has(scope)) throw problem('forbidden', `This key lacks the scope ${scope}.`)
  }

async function consumeRateLimit(credential: Credential, reply: FastifyReply, limits: RateLimiter): Promise<void> {
  const result = await limits.consume(credential.keyId, credential.workspaceId)
  const seconds = Math.max(1, Math.ceil(result.msToReset / 1000))
  reply.header('ratelimit-policy', limits.policy)
  reply.header('ratelimit', `"${result.limit}";r=${result.remaining};t=${seconds}`)
  if (result.isAllowed) return
  const caller = result.limit === 'key' ? 'this key' : 'all keys of this workspace combined'
  throw problem('rate_limited', `Too many requests from ${caller}. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const bearer = /^Bearer +(\S+) *$/i

const bearerToken = (header: string | undefined): string | null => bearer.exec(header ?? '')?.[1] ?? null
