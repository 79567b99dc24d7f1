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
      // The app creates the issues, not the person who connected it.
      actor: 'app',
      // Lets a person choose the organization each time.
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
    if (refreshToken === null) throw new TrackerError('stale', 'The OAuth token for Linear cannot be refreshed')
    requireTrustedApiUrl(access, 'stale')
    const grant: Grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return toCredential(await requestTokens(access, client, grant), refreshToken)
  },
}

/** Protects the operator's client secret: it is never sent to an address that a workspace has set. */
function requireTrustedApiUrl(
  { apiUrl, trustedApiUrl }: Omit<SessionOptions, 'credential'>,
  kind: 'refused' | 'stale',
): void {
  if (apiUrl === defaultApiUrl || apiUrl === trustedApiUrl) return
  throw new TrackerError(kind, 'OAuth works only with Linear’s own address or the one set in LINEAR_API_URL')
}

type Grant = Record<string, string> & { grant_type: 'authorization_code' | 'refresh_token' }

async function requestTokens(
  access: Omit<SessionOptions, 'credential'>,
  client: OAuthClient,
  grant: Grant,
): Promise<OutboundResponse> {
  const response = await callTracker(access, `${access.apiUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ ...grant, client_id: client.id, client_secret: client.secret }).toString(),
  })
  const unavailable = toUnavailableError('Linear', response)
  if (unavailable !== null) throw unavailable
  if (response.status >= 400) throw toRefusal(response, grant)
  return response
}

/** Parses an error response (RFC 6749, section 5.2). */
function toRefusal(response: OutboundResponse, { grant_type }: Grant): TrackerError {
  const body = parseJsonBody('Linear', response)
  const { error, error_description } = isObject(body) ? body : {}
  if (typeof error !== 'string') return unreadableResponse(response.status)
  const message = toOneLine(typeof error_description === 'string' ? error_description : error).replace(/\.$/, '')
  return error === 'invalid_grant' && grant_type === 'refresh_token'
    ? new TrackerError('stale', `Linear refused to refresh the OAuth token: ${message}`)
    : new TrackerError('refused', message)
}

/** Parses a token response (RFC 6749, section 5.1). @param refreshToken used if the response has no new one. */
function toCredential(response: OutboundResponse, refreshToken: string | null): Credential {
  const body = parseJsonBody('Linear', response)
  const { access_token, refresh_token, expires_in } = isObject(body) ? body : {}
  if (typeof access_token !== 'string' || access_token === '') throw unreadableResponse(response.status)
  const lifetimeSeconds =
    typeof expires_in === 'number' && expires_in > 0 && expires_in < maxLifetimeSeconds ? expires_in : null
  return {
    kind: 'oauth',
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : refreshToken,
    expiresAt: lifetimeSeconds === null ? null : new Date(Date.now() + lifetimeSeconds * 1_000).toISOString(),
  }
}

// A century. Longer lifetimes are implausible, and could exceed the range of Date.
const maxLifetimeSeconds = 100 * 366 * 86_400
