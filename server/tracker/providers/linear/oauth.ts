import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { callTracker, parseJsonBody, toOneLine, toUnavailableError } from '../../client/http.ts'
import { type Credential, type OAuth, type OAuthClient, type SessionOptions, TrackerError } from '../../tracker.ts'
import { defaultApiUrl } from './client.ts'
import { isObject, unreadableResponse } from './errors.ts'

/** https://linear.app/developers/oauth-2-0-authentication */
export const linearOAuth: OAuth = {
  authorizeUrl({ client, redirectUri, state, challenge }) {
    const url = new URL('https://linear.app/oauth/authorize')
    const parameters = {
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'read,write',
      state,
      // Issues are the application's and not of whoever happened to connect it.
      actor: 'app',
      // Lets a person choose among several organizations each time.
      prompt: 'consent',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  },

  async exchangeCode(access, { client, redirectUri, code, verifier }) {
    requireTrustedApiUrl(access, 'refused')
    const grant: Grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code, code_verifier: verifier }
    return toCredential(await requestTokens(access, client, grant), null)
  },

  async refresh(access, client) {
    const refreshToken = access.credential.kind === 'oauth' ? access.credential.refreshToken : null
    if (refreshToken === null) throw new TrackerError('stale', 'The sign-in to Linear cannot be renewed')
    requireTrustedApiUrl(access, 'stale')
    const grant: Grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return toCredential(await requestTokens(access, client, grant), refreshToken)
  },
}

/** The secret is the operator's: it does not go wherever a workspace says that Linear is. */
function requireTrustedApiUrl(
  { apiUrl, trustedApiUrl }: Omit<SessionOptions, 'credential'>,
  kind: 'refused' | 'stale',
): void {
  if (apiUrl === defaultApiUrl || apiUrl === trustedApiUrl) return
  throw new TrackerError(kind, 'Sign-ins are for the address of Linear, or the one that LINEAR_API_URL names')
}

type Grant = Record<string, string> & { grant_type: 'authorization_code' | 'refresh_token' }

async function requestTokens(
  access: Omit<SessionOptions, 'credential'>,
  client: OAuthClient,
  grant: Grant,
): Promise<OutboundResponse> {
  const answer = await callTracker(access, `${access.apiUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ ...grant, client_id: client.id, client_secret: client.secret }).toString(),
  })
  const unavailable = toUnavailableError('Linear', answer)
  if (unavailable !== null) throw unavailable
  if (answer.status >= 400) throw toRefusal(answer, grant)
  return answer
}

/** RFC 6749, section 5.2. */
function toRefusal(answer: OutboundResponse, { grant_type }: Grant): TrackerError {
  const body = parseJsonBody('Linear', answer)
  const { error, error_description } = isObject(body) ? body : {}
  if (typeof error !== 'string') return unreadableResponse(answer.status)
  const words = toOneLine(typeof error_description === 'string' ? error_description : error).replace(/\.$/, '')
  return error === 'invalid_grant' && grant_type === 'refresh_token'
    ? new TrackerError('stale', `Linear does not renew the sign-in: ${words}`)
    : new TrackerError('refused', words)
}

/** RFC 6749, section 5.1. @param refreshToken what goes on to be used where Linear gives no other. */
function toCredential(answer: OutboundResponse, refreshToken: string | null): Credential {
  const body = parseJsonBody('Linear', answer)
  const { access_token, refresh_token, expires_in } = isObject(body) ? body : {}
  if (typeof access_token !== 'string' || access_token === '') throw unreadableResponse(answer.status)
  const lasts = typeof expires_in === 'number' && expires_in > 0 && expires_in < centurySeconds ? expires_in : null
  return {
    kind: 'oauth',
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : refreshToken,
    expiresAt: lasts === null ? null : new Date(Date.now() + lasts * 1_000).toISOString(),
  }
}

// In seconds. Nobody means more, and dates end somewhere.
const centurySeconds = 100 * 366 * 86_400
