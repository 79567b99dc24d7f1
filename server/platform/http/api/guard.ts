import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../problems.ts'
import type { RateLimiter, RateLimitResult } from '../rate-limits/rate-limiter.ts'
import type { ApiResource, Authenticate, Credential } from './credentials.ts'
import { bearerChallenge, currentResource } from './resource.ts'
import type { ApiScope } from './scopes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

export interface GuardDeps {
  authenticate: Authenticate
  limits: RateLimiter
  publicUrl: string
}

/** Checks credential, rate limits and scope, in this order and before the body is read (contract §1). */
export const createApiGuard = (scope: ApiScope, { authenticate, limits, publicUrl }: GuardDeps) =>
  async function checkCaller(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const resource = currentResource()
    const result = readCredential(request, resource, authenticate)
    const credential = result instanceof Promise ? await result : result
    if (credential === null) {
      throw problem('unauthorized', 'Send a valid API key or access token: Authorization: Bearer heed_sk_…', {
        headers: { 'www-authenticate': bearerChallenge(publicUrl, resource) },
      })
    }
    request.credential = credential
    const count = limits.consume(credential.id, credential.workspaceId)
    applyRateLimit(count instanceof Promise ? await count : count, credential, reply, limits)
    if (!credential.scopes.has(scope)) throw missingScope(credential, scope, bearerChallenge(publicUrl, resource))
  }

/** The header tells an app which scope to ask for (RFC 6750, section 3.1). */
const missingScope = ({ type }: Credential, scope: ApiScope, challenge: string) =>
  type === 'key'
    ? problem('forbidden', `This key lacks the scope ${scope}.`)
    : problem('forbidden', `This access token lacks the scope ${scope}.`, {
        headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
      })

/** Returns the credential of a request, or null if it has none that is valid for the resource. */
export function readCredential({ headers }: FastifyRequest, resource: ApiResource, authenticate: Authenticate) {
  const token = bearerToken(headers.authorization)
  return token === null ? null : authenticate(token, resource)
}

/** Counts a request in the limits of its caller. @throws 429 if one of them is reached. */
export async function consumeRateLimit(credential: Credential, reply: FastifyReply, limits: RateLimiter) {
  applyRateLimit(await limits.consume(credential.id, credential.workspaceId), credential, reply, limits)
}

function applyRateLimit(
  result: RateLimitResult,
  credential: Credential,
  reply: FastifyReply,
  limits: RateLimiter,
): void {
  const seconds = Math.max(1, Math.ceil(result.msToReset / 1000))
  reply.header('ratelimit-policy', limits.policy)
  reply.header('ratelimit', `"${result.limit}";r=${result.remaining};t=${seconds}`)
  if (result.isAllowed) return
  const self = credential.type === 'key' ? 'this key' : 'this app'
  const caller = result.limit === 'key' ? self : 'all keys and apps of this workspace combined'
  throw problem('rate_limited', `Too many requests from ${caller}. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const bearer = /^Bearer +(\S+) *$/i

export const bearerToken = (header: string | undefined): string | null => bearer.exec(header ?? '')?.[1] ?? null
