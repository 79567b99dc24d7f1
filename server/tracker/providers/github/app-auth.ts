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

// A token is valid for an hour. A session lasts at most a minute, and clocks differ.
const renewAheadMs = 3 * 60_000
// More installations than one process calls in an hour; an evicted token is simply requested again.
const maxCachedTokens = 1_000

/** In memory only. The cache key includes the private key, so that no other key gets its token. */
const tokenCache = new Map<string, CachedToken>()

const cacheKey = ({ apiUrl }: SessionOptions, { appId, installationId, privateKey }: AppCredential): string =>
  createHash('sha256')
    .update(JSON.stringify([apiUrl, appId, installationId, privateKey]))
    .digest('base64')

/**
 * Returns a token for an installation, cached until shortly before it expires.
 * @throws revoked if the installation or App is gone or suspended; stale if the private key is invalid.
 */
export async function getInstallationToken(access: SessionOptions, app: AppCredential): Promise<string> {
  const key = cacheKey(access, app)
  const cached = tokenCache.get(key)
  if (cached !== undefined && cached.expiresAtMs - renewAheadMs > Date.now()) return cached.token
  const fresh = await requestToken(access, app)
  tokenCache.delete(key)
  tokenCache.set(key, fresh)
  for (const oldest of tokenCache.keys()) {
    if (tokenCache.size <= maxCachedTokens) break
    tokenCache.delete(oldest)
  }
  return fresh.token
}

/** Removes a token that GitHub rejected from the cache. @returns whether it was cached. */
export function evictToken(access: SessionOptions, app: AppCredential, token: string): boolean {
  const key = cacheKey(access, app)
  return tokenCache.get(key)?.token === token && tokenCache.delete(key)
}

async function requestToken(access: SessionOptions, app: AppCredential): Promise<CachedToken> {
  const path = `${installationPath(app)}/access_tokens`
  const response = await sendRequest(access, await createAppJwt(app), path, { method: 'POST' })
  const failure = detectFailure(response)
  if (failure) throw failure
  if (response.status === 403 || response.status === 404) {
    throw new TrackerError('revoked', 'The installation of this GitHub App is gone or suspended')
  }
  if (response.status !== 201) throw toRefusal(response)
  const { token, expires_at } = parseResponse(response, InstallationTokenSchema)
  return { token, expiresAtMs: Date.parse(expires_at) }
}

export function installationPath({ installationId }: AppCredential): string {
  if (isWholeNumber(installationId)) return `/app/installations/${installationId}`
  throw new TrackerError('stale', 'The installation ID of this GitHub App is not a number')
}

/**
 * Creates the JWT that authenticates an App (RFC 7519, RS256). GitHub accepts at most ten minutes, by its own clock.
 */
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
    // Omits the cause, which might quote the key.
    throw new TrackerError('stale', 'The private key of this GitHub App cannot be read')
  }
}
