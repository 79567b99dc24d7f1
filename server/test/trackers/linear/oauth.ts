import { createHash, randomUUID } from 'node:crypto'
import type { OAuthClient } from '../../../tracker/tracker.ts'

export interface LinearOAuth {
  /** The client registered with Linear. */
  client: OAuthClient
  /** Authorizes Heed as a person would. @returns the parameters of the redirect back to Heed */
  approve(authorizeUrl: string): { code: string; state: string; redirectUri: string }
  /** Expires all access tokens. */
  expireAccessTokens(): void
  /** Revokes all refresh tokens. */
  revokeRefreshTokens(): void
  /** Sets the response to the next token request, which is then not carried out. */
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

/** Issues tokens as Linear does: codes and refresh tokens are valid for one use, access tokens for a day. */
export function createLinearOAuth() {
  const client = { id: 'heed-client', secret: 'heed-secret' }
  const grants = new Map<string, AuthorizationGrant>()
  const accessTokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const plannedResponses: TokenResponse[] = []

  const reject = (error: string, error_description: string): TokenResponse => ({
    status: error === 'invalid_client' ? 401 : 400,
    body: { error, error_description },
  })

  const grantTokens = (): TokenResponse => {
    const [access_token, refresh_token] = [`lin_oauth_${randomUUID()}`, `lin_refresh_${randomUUID()}`]
    accessTokens.add(access_token)
    refreshTokens.add(refresh_token)
    return {
      status: 200,
      body: { access_token, token_type: 'Bearer', expires_in: 86_399, scope: 'read write', refresh_token },
    }
  }

  const exchangeCode = (form: URLSearchParams): TokenResponse => {
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.redirectUri === form.get('redirect_uri') && grant?.challenge === challenge
    return isRight ? grantTokens() : reject('invalid_grant', 'The authorization code is invalid.')
  }

  const oauth: LinearOAuth = {
    client,
    approve(authorizeUrl) {
      const { origin, pathname, searchParams } = new URL(authorizeUrl)
      const params = Object.fromEntries(searchParams)
      const isRight =
        `${origin}${pathname}` === 'https://linear.app/oauth/authorize' &&
        params.client_id === client.id &&
        params.response_type === 'code' &&
        params.scope === 'read,write' &&
        params.code_challenge_method === 'S256'
      const { state, redirect_uri: redirectUri, code_challenge: challenge } = params
      if (!isRight || !state || !redirectUri || !challenge) throw new Error(`Linear shows an error at ${authorizeUrl}`)
      const code = randomUUID()
      grants.set(code, { redirectUri, challenge })
      return { code, state, redirectUri }
    },
    expireAccessTokens: () => accessTokens.clear(),
    revokeRefreshTokens: () => refreshTokens.clear(),
    respondNext: (status, body) => plannedResponses.push({ status, body }),
  }

  return {
    oauth,
    isAccepted: (accessToken: string): boolean => accessTokens.has(accessToken),
    answerTo(contentType: string | undefined, body: string): TokenResponse {
      if (plannedResponses.length > 0) return plannedResponses.shift()!
      if (contentType !== 'application/x-www-form-urlencoded') return reject('invalid_request', 'Not a form.')
      const form = new URLSearchParams(body)
      const isClient = form.get('client_id') === client.id && form.get('client_secret') === client.secret
      if (!isClient) return reject('invalid_client', 'Client authentication failed.')
      if (form.get('grant_type') === 'authorization_code') return exchangeCode(form)
      if (form.get('grant_type') !== 'refresh_token') return reject('unsupported_grant_type', 'Unknown grant type.')
      const isValid = refreshTokens.delete(form.get('refresh_token') ?? '')
      return isValid ? grantTokens() : reject('invalid_grant', 'Token has been expired or revoked.')
    },
  }
}
