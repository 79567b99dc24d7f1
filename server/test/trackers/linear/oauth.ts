import { createHash, randomUUID } from 'node:crypto'
import type { OAuthClient } from '../../../tracker/tracker.ts'

export interface LinearOAuth {
  /** Registered with Linear. */
  client: OAuthClient
  /** A person opens the address and agrees. @returns what their browser brings back. */
  approve(authorizeUrl: string): { code: string; state: string; redirectUri: string }
  /** The access tokens that exist run out. */
  expireAccessTokens(): void
  /** The refresh tokens that exist are good for nothing any more. */
  revokeRefreshTokens(): void
  /** Answers the next request for tokens with just this, and does nothing. */
  respondNext(status: number, body: string): void
}

interface AuthorizationGrant {
  redirectUri: string
  challenge: string
}

interface TokenResponse {
  status: number
  body: object | string
}

/** How Linear gives tokens to an application: codes and refresh tokens are for one use, access tokens for a day. */
export function createLinearOAuth() {
  const client = { id: 'heed-client', secret: 'heed-secret' }
  const consents = new Map<string, AuthorizationGrant>()
  const accessTokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const prepared: TokenResponse[] = []

  const refused = (error: string, error_description: string): TokenResponse => ({
    status: error === 'invalid_client' ? 401 : 400,
    body: { error, error_description },
  })

  const granted = (): TokenResponse => {
    const [access_token, refresh_token] = [`lin_oauth_${randomUUID()}`, `lin_refresh_${randomUUID()}`]
    accessTokens.add(access_token)
    refreshTokens.add(refresh_token)
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', expires_in: 86_399, scope: 'read write', refresh_token },
    }
  }

  const exchanged = (form: URLSearchParams): TokenResponse => {
    const consent = consents.get(form.get('code') ?? '')
    consents.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = consent?.redirectUri === form.get('redirect_uri') && consent?.challenge === challenge
    return isRight ? granted() : refused('invalid_grant', 'The authorization code is invalid.')
  }

  const oauth: LinearOAuth = {
    client,
    approve(authorizeUrl) {
      const { origin, pathname, searchParams } = new URL(authorizeUrl)
      const asked = Object.fromEntries(searchParams)
      const isRight =
        `${origin}${pathname}` === 'https://linear.app/oauth/authorize' &&
        asked.client_id === client.id &&
        asked.response_type === 'code' &&
        asked.scope === 'read,write' &&
        asked.code_challenge_method === 'S256'
      const { state, redirect_uri: redirectUri, code_challenge: challenge } = asked
      if (!isRight || !state || !redirectUri || !challenge) throw new Error(`Linear shows an error at ${authorizeUrl}`)
      const code = randomUUID()
      consents.set(code, { redirectUri, challenge })
      return { code, state, redirectUri }
    },
    expireAccessTokens: () => accessTokens.clear(),
    revokeRefreshTokens: () => refreshTokens.clear(),
    respondNext: (status, body) => prepared.push({ status, body }),
  }

  return {
    oauth,
    isAccepted: (accessToken: string): boolean => accessTokens.has(accessToken),
    answerTo(contentType: string | undefined, body: string): TokenResponse {
      if (prepared.length > 0) return prepared.shift()!
      if (contentType !== 'application/x-www-form-urlencoded') return refused('invalid_request', 'Not a form.')
      const form = new URLSearchParams(body)
      const isClient = form.get('client_id') === client.id && form.get('client_secret') === client.secret
      if (!isClient) return refused('invalid_client', 'Client authentication failed.')
      if (form.get('grant_type') === 'authorization_code') return exchanged(form)
      if (form.get('grant_type') !== 'refresh_token') return refused('unsupported_grant_type', 'Unknown grant type.')
      const wasGood = refreshTokens.delete(form.get('refresh_token') ?? '')
      return wasGood ? granted() : refused('invalid_grant', 'Token has been expired or revoked.')
    },
  }
}
