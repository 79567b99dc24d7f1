import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Outbound, OutboundFetch } from '../../platform/outbound/outbound.ts'
import type { Settings } from '../../platform/settings.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Tables } from '../../tables.ts'
import {
  type Connection,
  connectionById,
  noteStatus,
  type OpenConnection,
  ownConnection,
  placeOf,
} from '../connection/queries.ts'
import { trackerOf } from '../registry.ts'
import {
  type Access,
  type Credential,
  type OAuthClient,
  type Tracker,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'

export interface TrackerDeps {
  vault: Vault
  fetch: OutboundFetch
  /** Null where the operator has registered none. */
  oauthClient: OAuthClient | null
  publicUrl: string
  /** Where the operator says that trackers answer. */
  apiUrls: Settings['trackerApiUrls']
  /** How long a request of the API waits for the tracker, in milliseconds (contract §8: ten seconds). */
  patienceMs: number
}

interface Parts {
  settings: Pick<Settings, 'publicUrl' | 'linearClient' | 'trackerApiUrls'>
  secretKey: string
  outbound: Outbound
  /** Default: the contract's. Tests have less. */
  trackerPatienceMs?: number | undefined
}

const contractPatienceMs = 10_000

export const trackerDeps = ({ settings, secretKey, outbound, trackerPatienceMs }: Parts): TrackerDeps => ({
  vault: new Vault(secretKey),
  fetch: outbound.fetch,
  oauthClient: settings.linearClient,
  publicUrl: settings.publicUrl,
  apiUrls: settings.trackerApiUrls,
  patienceMs: trackerPatienceMs ?? contractPatienceMs,
})

export interface Conversation {
  session: TrackerSession
  tracker: Tracker
}

/** A connection; whether it is paused, where that is known. */
type Spoken = Connection & Partial<Pick<OpenConnection, 'paused_seconds'>>

/**
 * Speaks with the tracker of a connection: opens its credential, renews it when it is about to run out, and notes what
 * comes out of it about the connection: that it works, is revoked or stale, or wants to be left alone for a while.
 * Never inside a transaction.
 * @throws {TrackerError}
 */
export async function converse<T>(
  deps: TrackerDeps,
  db: Kysely<Tables>,
  connection: Spoken,
  signal: AbortSignal,
  work: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  try {
    const tracker = await trackerOf(connection.provider)
    requireNoPause(tracker, connection)
    const credential = await usableCredential(deps, db, connection, tracker, signal)
    const session = tracker.open({ apiUrl: connection.api_url, credential, fetch: deps.fetch, signal })
    const result = await work({ session, tracker })
    if (connection.status === 'revoked') await noteStatus(db, connection, 'connected')
    return result
  } catch (error) {
    if (error instanceof TrackerError) await noteFailure(db, connection, error)
    throw error
  }
}

function requireNoPause({ name }: Tracker, { paused_seconds = 0 }: Spoken): void {
  if (paused_seconds === 0) return
  throw new TrackerError('unavailable', `${name} asks for fewer requests`, { retryAfterSeconds: paused_seconds })
}

async function noteFailure(db: Kysely<Tables>, connection: Spoken, error: TrackerError): Promise<void> {
  const { kind, message, retryAfterSeconds } = error
  if (kind === 'revoked' || kind === 'stale') await noteStatus(db, connection, kind, message)
  if (kind === 'unavailable' && retryAfterSeconds !== null && !connection.paused_seconds) {
    const until = sql<string>`clock_timestamp() + make_interval(secs => ${retryAfterSeconds})`
    await ownConnection(db, connection)
      .set({ paused_until: until })
      .where('credential_version', '=', connection.credential_version)
      .execute()
  }
}

// A conversation takes a minute at most.
const renewAheadMs = 90_000

async function usableCredential(
  deps: TrackerDeps,
  db: Kysely<Tables>,
  connection: Connection,
  tracker: Tracker,
  signal: AbortSignal,
): Promise<Credential> {
  const credential = openCredential(deps.vault, connection)
  const isOver = (given: Credential) =>
    given.kind === 'oauth' && given.expiresAt !== null && Date.parse(given.expiresAt) < Date.now() + renewAheadMs
  if (!isOver(credential) || tracker.oauth === undefined) return credential
  if (deps.oauthClient === null) {
    throw new TrackerError(
      'stale',
      'Its sign-in has run out, and LINEAR_CLIENT_ID and LINEAR_CLIENT_SECRET are not set',
    )
  }
  const trustedApiUrl = deps.apiUrls[connection.provider]
  const access = { apiUrl: connection.api_url, trustedApiUrl, credential, fetch: deps.fetch, signal }
  return renew(deps, db, connection, signal, () => tracker.oauth!.refresh(access as Access, deps.oauthClient!))
}

/** @throws stale when it was sealed with another key. */
export function openCredential(vault: Vault, connection: Connection): Credential {
  const opened = connection.credential && vault.open(connection.credential, placeOf(connection))
  if (!opened) throw new TrackerError('stale', 'Its credential cannot be opened: SECRET_KEY is another than it was')
  return JSON.parse(opened) as Credential
}

const renewingSeconds = 15
const lookAgainMs = 200

/** Of several processes that find a credential run out, one renews it: a refresh token can be good for one use only. */
async function renew(
  { vault }: TrackerDeps,
  db: Kysely<Tables>,
  connection: Connection,
  signal: AbortSignal,
  refresh: () => Promise<Credential>,
): Promise<Credential> {
  const { credential_version } = connection
  const own = ownConnection(db, connection).where('credential_version', '=', credential_version)
  const { numUpdatedRows: isMine } = await own
    .set({ renewing_until: sql`clock_timestamp() + make_interval(secs => ${renewingSeconds})` })
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', sql<string>`clock_timestamp()`)]))
    .executeTakeFirst()
  if (isMine === 0n) return renewedByAnother(vault, db, connection, signal)
  try {
    const credential = await refresh()
    const sealed = vault.seal(JSON.stringify(credential), placeOf(connection))
    await own
      .set({ credential: sealed, credential_version: credential_version + 1, renewing_until: null })
      .executeTakeFirst()
    return credential
  } catch (error) {
    await own.set({ renewing_until: null }).executeTakeFirst()
    throw error
  }
}

async function renewedByAnother(
  vault: Vault,
  db: Kysely<Tables>,
  connection: Connection,
  signal: AbortSignal,
): Promise<Credential> {
  while (!signal.aborted) {
    const now = await connectionById({ db, workspaceId: connection.workspace_id }, connection.id)
    if (now === null) throw new TrackerError('stale', 'It has been disconnected')
    if (now.credential_version !== connection.credential_version) return openCredential(vault, now)
    if (now.renewing_until === null) break
    await sleep(lookAgainMs)
  }
  throw new TrackerError('unavailable', 'Its sign-in is being renewed')
}
