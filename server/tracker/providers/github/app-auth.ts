import { createHash, createPrivateKey } from 'node:crypto'
import { type Access, type Credential, TrackerError } from '../../tracker.ts'
import { failureOf, refusalOf } from './errors.ts'
import { isWholeNumber } from './ids.ts'
import { askPlainly } from './http.ts'
import { InstallationTokenShape, shapeOf } from './schemas.ts'

export type App = Extract<Credential, { kind: 'app' }>

interface Kept {
  token: string
  expiresAtMs: number
}

// A token is good for an hour. What uses it goes on for a minute at most, and clocks differ.
const renewAheadMs = 3 * 60_000
// More installations than one process talks to in an hour; a token that is missed is asked for again.
const keptAtMost = 1_000

/** In memory only; under a digest that holds the key, so that no other key is given what this one has earned. */
const kept = new Map<string, Kept>()

const placeOf = ({ apiUrl }: Access, { appId, installationId, privateKey }: App): string =>
  createHash('sha256')
    .update(JSON.stringify([apiUrl, appId, installationId, privateKey]))
    .digest('base64')

/**
 * The token of an installation: kept until shortly before it runs out.
 * @throws revoked when the installation or the app is gone or suspended; stale for a key that is none.
 */
export async function installationToken(access: Access, app: App): Promise<string> {
  const place = placeOf(access, app)
  const known = kept.get(place)
  if (known !== undefined && known.expiresAtMs - renewAheadMs > Date.now()) return known.token
  const fresh = await askForToken(access, app)
  kept.delete(place)
  kept.set(place, fresh)
  for (const oldest of kept.keys()) {
    if (kept.size <= keptAtMost) break
    kept.delete(oldest)
  }
  return fresh.token
}

/** Forgets a token that GitHub did not accept. @returns whether it had been kept from before. */
export function forgetToken(access: Access, app: App, token: string): boolean {
  const place = placeOf(access, app)
  return kept.get(place)?.token === token && kept.delete(place)
}

async function askForToken(access: Access, app: App): Promise<Kept> {
  const path = `${installationPathOf(app)}/access_tokens`
  const answer = await askPlainly(access, await appToken(app), path, { method: 'POST' })
  const failure = failureOf(answer)
  if (failure) throw failure
  if (answer.status === 403 || answer.status === 404) {
    throw new TrackerError('revoked', 'The installation of this GitHub App is gone or suspended')
  }
  if (answer.status !== 201) throw refusalOf(answer)
  const { token, expires_at } = shapeOf(answer, InstallationTokenShape)
  return { token, expiresAtMs: Date.parse(expires_at) }
}

export function installationPathOf({ installationId }: App): string {
  if (isWholeNumber(installationId)) return `/app/installations/${installationId}`
  throw new TrackerError('stale', 'The id of the installation of this GitHub App is not a number')
}

/** What an app signs itself in with (RFC 7519, RS256). GitHub takes it for ten minutes at most, by its own clock. */
export async function appToken({ appId, privateKey }: App): Promise<string> {
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
