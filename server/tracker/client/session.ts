import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Outbound, OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Tables } from '../../tables.ts'
import {
  type Connection,
  type CurrentConnection,
  credentialVaultContext,
  getCurrentConnectionById,
  recordStatus,
  updateConnection,
} from '../connection/queries.ts'
import { loadTracker } from '../registry.ts'
import {
  type Credential,
  type OAuthClient,
  type SessionOptions,
  type Tracker,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'

export interface TrackerDeps {
  vault: Vault
  fetch: OutboundFetch
  /** Null if the operator has configured none. */
  oauthClient: OAuthClient | null
  publicUrl: string
  /** The API addresses that the operator has set. */
  apiUrls: Settings['trackerApiUrls']
  /** How long an API request waits for the tracker, in milliseconds (contract §8: ten seconds). */
  timeoutMs: number
}

interface TrackerDepsInput {
  settings: Pick<Settings, 'publicUrl' | 'linearClient' | 'trackerApiUrls'>
  secretKey: string
  outbound: Outbound
  /** Default: the contract's. Tests use less. */
  trackerTimeoutMs?: number | undefined
}

const contractTimeoutMs = 10_000

export const createTrackerDeps = ({
  settings,
  secretKey,
  outbound,
  trackerTimeoutMs,
}: TrackerDepsInput): TrackerDeps => ({
  vault: new Vault(secretKey),
  fetch: outbound.fetch,
  oauthClient: settings.linearClient,
  publicUrl: settings.publicUrl,
  apiUrls: settings.trackerApiUrls,
  timeoutMs: trackerTimeoutMs ?? contractTimeoutMs,
})

export interface OpenSession {
  session: TrackerSession
  tracker: Tracker
}

/** A connection and, if known, how long it will be rate-limited. */
type SessionConnection = Connection & Partial<Pick<CurrentConnection, 'rate_limited_seconds'>>

/**
 * Runs `work` with a session for the connection's tracker. Decrypts the credential, refreshes it if it is about to
 * expire, and records what the calls reveal about the connection: whether it works, is revoked, stale or rate-limited.
 * Never call it inside a transaction.
 * @throws {TrackerError}
 */
export async function withTrackerSession<T>(
  deps: TrackerDeps,
  db: Kysely<Tables>,
  connection: SessionConnection,
  signal: AbortSignal,
  work: (open: OpenSession) => Promise<T>,
): Promise<T> {
  try {
    const tracker = await loadTracker(connection.provider)
    requireNotRateLimited(tracker, connection)
    const credential = await getUsableCredential(deps, db, connection, tracker, signal)
    const session = tracker.openSession({ apiUrl: connection.api_url, credential, fetch: deps.fetch, signal })
    const result = await work({ session, tracker })
    if (connection.status === 'revoked') await recordStatus(db, connection, 'connected')
    return result
  } catch (error) {
    if (error instanceof TrackerError) await recordFailure(db, connection, error)
    throw error
  }
}

function requireNotRateLimited({ name }: Tracker, { rate_limited_seconds = 0 }: SessionConnection): void {
  if (rate_limited_seconds === 0) return
  throw new TrackerError('unavailable', `${name} is rate limiting Heed`, { retryAfterSeconds: rate_limited_seconds })
}

async function recordFailure(db: Kysely<Tables>, connection: SessionConnection, error: TrackerError): Promise<void> {
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'revoked' || kind === 'stale') await recordStatus(db, connection, kind, message)
  if (kind === 'unavailable' && retryAfterSeconds !== null && !connection.rate_limited_seconds) {
    const until = sql<string>`clock_timestamp() + make_interval(secs => ${retryAfterSeconds})`
    await updateConnection(db, connection)
      .set({ rate_limited_until: until })
      .where('credential_version', '=', connection.credential_version)
      .execute()
  }
}

// A session lasts a minute at most.
const refreshAheadMs = 90_000

async function getUsableCredential(
  deps: TrackerDeps,
  db: Kysely<Tables>,
  connection: Connection,
  tracker: Tracker,
  signal: AbortSignal,
): Promise<Credential> {
  const credential = decryptCredential(deps.vault, connection)
  if (!expiresSoon(credential) || tracker.oauth === undefined) return credential
  if (deps.oauthClient === null) {
    throw new TrackerError(
      'stale',
      'Its OAuth token has expired, and LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET are not set',
    )
  }
  const trustedApiUrl = deps.apiUrls[connection.provider]
  const access = { apiUrl: connection.api_url, trustedApiUrl, credential, fetch: deps.fetch, signal }
  return refreshCredential(deps, db, connection, signal, () =>
    tracker.oauth!.refresh(access as SessionOptions, deps.oauthClient!),
  )
}

const expiresSoon = (credential: Credential): boolean =>
  credential.kind === 'oauth' &&
  credential.expiresAt !== null &&
  Date.parse(credential.expiresAt) < Date.now() + refreshAheadMs

/** Decrypts the credential of a connection. @throws stale if it was sealed with another key. */
export function decryptCredential(vault: Vault, connection: Connection): Credential {
  const decrypted = connection.credential && vault.open(connection.credential, credentialVaultContext(connection))
  if (!decrypted) throw new TrackerError('stale', 'Its credential cannot be decrypted: SECRET_KEY has changed')
  return JSON.parse(decrypted) as Credential
}

const refreshLockSeconds = 15
const refreshPollMs = 200

/** Lets only one process refresh an expired credential, because a refresh token may be valid only once. */
async function refreshCredential(
  { vault }: TrackerDeps,
  db: Kysely<Tables>,
  connection: Connection,
  signal: AbortSignal,
  refresh: () => Promise<Credential>,
): Promise<Credential> {
  const { credential_version } = connection
  const update = updateConnection(db, connection).where('credential_version', '=', credential_version)
  const { numUpdatedRows: isMine } = await update
    .set({ refreshing_until: sql`clock_timestamp() + make_interval(secs => ${refreshLockSeconds})` })
    .where((eb) =>
      eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', sql<string>`clock_timestamp()`)]),
    )
    .executeTakeFirst()
  if (isMine === 0n) return waitForRefresh(vault, db, connection, signal)
  try {
    const credential = await refresh()
    const sealed = vault.seal(JSON.stringify(credential), credentialVaultContext(connection))
    await update
      .set({ credential: sealed, credential_version: credential_version + 1, refreshing_until: null })
      .executeTakeFirst()
    return credential
  } catch (error) {
    await update.set({ refreshing_until: null }).executeTakeFirst()
    throw error
  }
}

async function waitForRefresh(
  vault: Vault,
  db: Kysely<Tables>,
  connection: Connection,
  signal: AbortSignal,
): Promise<Credential> {
  while (!signal.aborted) {
    const now = await getCurrentConnectionById({ db, workspaceId: connection.workspace_id }, connection.id)
    if (now === null) throw new TrackerError('stale', 'It has been disconnected')
    if (now.credential_version !== connection.credential_version) return decryptCredential(vault, now)
    if (now.refreshing_until === null) break
    await sleep(refreshPollMs)
  }
  throw new TrackerError('unavailable', 'Its OAuth token is being refreshed')
}
