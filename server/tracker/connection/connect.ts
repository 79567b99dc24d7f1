import { OutboundError } from '../../platform/outbound/outbound.ts'
import { invalid } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Settings } from '../../platform/settings.ts'
import { decryptCredential, type TrackerDeps, withTrackerSession } from '../client/session.ts'
import { loadTracker } from '../registry.ts'
import { type Credential, type Provider, TrackerError } from '../tracker.ts'
import { type DefaultsInput, resolveDefaults } from './defaults.ts'
import { type Connection, getCurrentConnection, updateConnection, webhookSecretVaultPlace } from './queries.ts'
import { rotateWebhookSecret } from './settings.ts'
import { markDisconnected, storeConnection } from './store.ts'

/** Where a connection is made from: the command line, the callback of a consent, the console. */
export interface ConnectionContext extends TrackerDeps {
  apiUrls: Settings['trackerApiUrls']
  /** For reading, outside of any transaction. */
  scope: Scope
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
}

// Several calls, one after the other, of somebody who looks on.
const timeoutMs = 30_000

const withinTimeout = (): AbortSignal => AbortSignal.timeout(timeoutMs)

/** The base address of a tracker's API. @throws 400 where it must be given and is not, or cannot be one. */
export async function resolveApiUrl(
  { apiUrls }: Pick<ConnectionContext, 'apiUrls'>,
  provider: Provider,
  given?: string,
): Promise<string> {
  const { name, defaultApiUrl } = await loadTracker(provider)
  const text = given ?? apiUrls[provider] ?? defaultApiUrl
  const problem = (message: string) => invalid([{ path: '/apiUrl', message }])
  if (text === null) throw problem(`is required for ${name}, such as https://your-site.atlassian.net`)
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw problem('must be an address that begins with https://')
  const { username, password, search, hash, origin, pathname } = url
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw problem('must be an address without user, password, ? and #')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

export interface ConnectResult {
  connection: Connection
  /** Whether the tracker calls when issues change. If not, they are looked at every 15 minutes. */
  hasWebhook: boolean
}

/**
 * Connects the workspace: calls the tracker, turns names into ids, stores it, and asks the tracker for a webhook. Until it
 * is stored, what was connected before stays as it is.
 * @throws {TrackerError}; 400 naming each wish that cannot be fulfilled, with the choices.
 */
export async function connectTracker(
  desk: ConnectionContext,
  { provider, apiUrl, credential }: { provider: Provider; apiUrl: string; credential: Credential },
  wishes: DefaultsInput,
): Promise<ConnectResult> {
  const access = { apiUrl, credential, fetch: desk.fetch, signal: withinTimeout() }
  const wanted = await resolveDefaults(provider, access, wishes).catch((error) => {
    throw isForbidden(error) ? invalid([{ path: '/apiUrl', message: `cannot be called: ${error.message}` }]) : error
  })
  const { connection, replaced } = await desk.write((tx) => storeConnection(tx, desk.vault, wanted))
  if (replaced !== null) await deleteReplacedWebhook(desk, replaced, connection)
  const remote_webhook_id = connection.remote_webhook_id ?? (await createWebhook(desk, connection))
  return { connection: { ...connection, remote_webhook_id }, hasWebhook: remote_webhook_id !== null }
}

/** Whether our own rules forbid the address. */
const isForbidden = (error: unknown): error is TrackerError =>
  error instanceof TrackerError && error.cause instanceof OutboundError && error.cause.isForbidden

export interface DisconnectResult {
  connection: Connection
  /** Whether a webhook of ours may still be there in the tracker. What it calls no longer heeds it. */
  mayLeaveWebhook: boolean
}

/** Ends the connection and, where it can, the webhook in the tracker. Null when nothing was connected. */
export async function disconnectTracker(desk: ConnectionContext): Promise<DisconnectResult | null> {
  const connection = await getCurrentConnection(desk.scope)
  if (connection === null) return null
  const isHookLeft = !(await deleteWebhook(desk, connection))
  const ended = await desk.write(markDisconnected)
  return ended && { connection: ended, mayLeaveWebhook: isHookLeft }
}

/** Where the tracker is to call. */
export const webhookUrl = (publicUrl: string, { id }: Pick<Connection, 'id'>): string =>
  `${publicUrl}/hooks/tracker/${id}`

export const openWebhookSecret = ({ vault }: Pick<TrackerDeps, 'vault'>, connection: Connection): string | null =>
  connection.webhook_secret && vault.open(connection.webhook_secret, webhookSecretVaultPlace(connection))

/** A tracker in the internet calls nothing but https. */
const canReceiveWebhooks = (publicUrl: string): boolean => publicUrl.startsWith('https://')

/** @returns the tracker's id of it. */
async function createWebhook(desk: ConnectionContext, connection: Connection): Promise<string | null> {
  const secret = openWebhookSecret(desk, connection)
  if (secret === null || !canReceiveWebhooks(desk.publicUrl)) return null
  const hook = { url: webhookUrl(desk.publicUrl, connection), secret, teamId: connection.team_id }
  const hookId = await withTrackerSession(desk, desk.scope.db, connection, withinTimeout(), ({ session }) =>
    session.createWebhook(hook),
  ).catch(nullIfTrackerError)
  if (hookId === null) return null
  const { numUpdatedRows: isFirst } = await updateConnection(desk.scope.db, connection)
    .set({ remote_webhook_id: hookId })
    .where('remote_webhook_id', 'is', null)
    .where('webhook_secret', '=', connection.webhook_secret)
    .executeTakeFirst()
  if (isFirst > 0n) return hookId
  // Somebody has connected at the same time, and theirs is the one that is known.
  await deleteWebhook(desk, { ...connection, remote_webhook_id: hookId })
  return (await getCurrentConnection(desk.scope))?.remote_webhook_id ?? null
}

/** Ends the webhook of a connection. @returns whether none is left that Heed has made. */
async function deleteWebhook(desk: ConnectionContext, connection: Connection): Promise<boolean> {
  const { remote_webhook_id, team_id } = connection
  if (remote_webhook_id === null) return true
  const isGone = await withTrackerSession(desk, desk.scope.db, connection, withinTimeout(), async ({ session }) => {
    await session.deleteWebhook(remote_webhook_id, team_id)
    return true
  }).catch(nullIfTrackerError)
  return isGone === true
}

/**
 * Ends the webhook of a connection that has been replaced, with the credential that made it; with the new one, where that
 * is for the same organization. One that stays behind calls an address that no longer heeds it.
 */
async function deleteReplacedWebhook(
  desk: ConnectionContext,
  replaced: Connection,
  connection: Connection,
): Promise<void> {
  const { remote_webhook_id, team_id } = replaced
  if (remote_webhook_id === null || remote_webhook_id === connection.remote_webhook_id) return
  for (const way of replaced.id === connection.id ? [replaced, connection] : [replaced]) {
    // Not by `converse`: what becomes of an old credential says nothing about the new one.
    const isGone = await deleteWebhookAs(desk, way, remote_webhook_id, team_id).catch(nullIfTrackerError)
    if (isGone === true) return
  }
}

async function deleteWebhookAs(
  desk: ConnectionContext,
  way: Connection,
  hookId: string,
  teamId: string | null,
): Promise<true> {
  const tracker = await loadTracker(way.provider)
  const credential = decryptCredential(desk.vault, way)
  const session = tracker.openSession({ apiUrl: way.api_url, credential, fetch: desk.fetch, signal: withinTimeout() })
  await session.deleteWebhook(hookId, teamId)
  return true
}

/** Without a webhook all goes on, only later. */
function nullIfTrackerError(error: unknown): null {
  if (error instanceof TrackerError) return null
  throw error
}

/**
 * What somebody needs who makes the webhook in the tracker by hand: its address and a new secret, which is not shown
 * again. Takes back the one that Heed has made. Null when nothing is connected.
 * @param given the secret of a tracker that makes it itself.
 */
export async function setUpManualWebhook(
  desk: ConnectionContext,
  given?: string,
): Promise<{ url: string; secret: string } | null> {
  const before = await getCurrentConnection(desk.scope)
  const connection = await desk.write((tx) => rotateWebhookSecret(tx, desk.vault, given))
  if (connection === null) return null
  if (before !== null) await deleteWebhook(desk, before)
  return { url: webhookUrl(desk.publicUrl, connection), secret: openWebhookSecret(desk, connection)! }
}
