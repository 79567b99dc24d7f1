import { createHash, createPrivateKey } from 'node:crypto'
import { type Credential, type SessionOptions, TrackerError } from '../../tracker.ts'
import { detectFailure, toRefusal } from './errors.ts'
import { sendRequest } from './http.ts'
import { isWholeNumber } from './ids.ts'
import { InstallationTokenSchema, parseResponse } from './schemas.ts'

export type AppCredential = Extract<Credential, { kind: 'app' }>

interface CachedToken {
  token: string
  expiresAtMs: number
}

// A token is good for an hour. What uses it goes on for a minute at most, and clocks differ.
const renewAheadMs = 3 * 60_000
// More installations than one process talks to in an hour; a token that is missed is asked for again.
const maxCachedTokens = 1_000

/** In memory only; under a digest that holds the key, so that no other key is given what this one has earned. */
const tokenCache = new Map<string, CachedToken>()

const cacheKey = ({ apiUrl }: SessionOptions, { appId, installationId, privateKey }: AppCredential): string =>
  createHash('sha256')
    .update(JSON.stringify([apiUrl, appId, installationId, privateKey]))
    .digest('base64')

/**
 * The token of an installation: kept until shortly before it runs out.
 * @throws revoked when the installation or the app is gone or suspended; stale for a key that is none.
 */
export async function getInstallationToken(access: SessionOptions, app: AppCredential): Promise<string> {
  const place = cacheKey(access, app)
  const known = tokenCache.get(place)
  if (known !== undefined && known.expiresAtMs - renewAheadMs > Date.now()) return known.token
  const fresh = await requestToken(access, app)
  tokenCache.delete(place)
  tokenCache.set(place, fresh)
  for (const oldest of tokenCache.keys()) {
    if (tokenCache.size <= maxCachedTokens) break
    tokenCache.delete(oldest)
  }
  return fresh.token
}

/** Forgets a token that GitHub did not accept. @returns whether it had been kept from before. */
export function evictToken(access: SessionOptions, app: AppCredential, token: string): boolean {
  const place = cacheKey(access, app)
  return tokenCache.get(place)?.token === token && tokenCache.delete(place)
}

async function requestToken(access: SessionOptions, app: AppCredential): Promise<CachedToken> {
  const path = `${installationPath(app)}/access_tokens`
  const answer = await sendRequest(access, await createAppJwt(app), path, { method: 'POST' })
  const failure = detectFailure(answer)
  if (failure) throw failure
  if (answer.status === 403 || answer.status === 404) {
    throw new TrackerError('revoked', 'The installation of this GitHub App is gone or suspended')
  }
  if (answer.status !== 201) throw toRefusal(answer)
  const { token, expires_at } = parseResponse(answer, InstallationTokenSchema)
  return { token, expiresAtMs: Date.parse(expires_at) }
}

export function installationPath({ installationId }: AppCredential): string {
  if (isWholeNumber(installationId)) return `/app/installations/${installationId}`
  throw new TrackerError('stale', 'The id of the installation of this GitHub App is not a number')
}

/** What an app signs itself in with (RFC 7519, RS256). GitHub takes it for ten minutes at most, by its own clock. */
export async function createAppJwt({ appId, privateKey }: AppCredential): Promise<string> {
  const { SignJWT } = await import('jose')
  const seconds = Math.floor(Date.now() / 1_000)
  try {
    return await new SignJWT()
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(appId)
      .setIssuedAt(seconds - 60)
      .setExpirationTime(seconds + 540)
      .sign(createPrivateKey(privateKey))
  } catch {
    // Without its cause, which might quote the key.
    throw new TrackerError('stale', 'The private key of this GitHub App cannot be read')
  }
}
