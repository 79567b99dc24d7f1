import { OutboundError } from '../../platform/outbound/outbound.ts'
import { invalid } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Settings } from '../../platform/settings.ts'
import { chooseDefaults, type Wishes } from './defaults.ts'
import { renewHookSecret } from './settings.ts'
import { disconnect, storeConnection } from './store.ts'
import { type Connection, hookPlaceOf, openConnection, ownConnection } from './queries.ts'
import { converse, openCredential, type TrackerDeps } from '../client/session.ts'
import { trackerOf } from '../registry.ts'
import { type Credential, type Provider, TrackerError } from '../tracker.ts'

/** Where a connection is made from: the command line, the callback of a consent, the console. */
export interface Desk extends TrackerDeps {
  apiUrls: Settings['trackerApiUrls']
  /** For reading, outside of any transaction. */
  scope: Scope
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
}

// Several calls, one after the other, of somebody who looks on.
const patienceMs = 30_000

const inTime = (): AbortSignal => AbortSignal.timeout(patienceMs)

/** The base address of a tracker's API. @throws 400 where it must be given and is not, or cannot be one. */
export async function apiUrlOf(
  { apiUrls }: Pick<Desk, 'apiUrls'>,
  provider: Provider,
  given?: string,
): Promise<string> {
  const { name, defaultApiUrl } = await trackerOf(provider)
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

export interface Connected {
  connection: Connection
  /** Whether the tracker calls when issues change. If not, they are looked at every 15 minutes. */
  isHooked: boolean
}

/**
 * Connects the workspace: calls the tracker, turns names into ids, stores it, and asks the tracker for a webhook. Until it
 * is stored, what was connected before stays as it is.
 * @throws {TrackerError}; 400 naming each wish that cannot be fulfilled, with the choices.
 */
export async function connectTracker(
  desk: Desk,
  { provider, apiUrl, credential }: { provider: Provider; apiUrl: string; credential: Credential },
  wishes: Wishes,
): Promise<Connected> {
  const access = { apiUrl, credential, fetch: desk.fetch, signal: inTime() }
  const wanted = await chooseDefaults(provider, access, wishes).catch((error) => {
    throw isForbidden(error) ? invalid([{ path: '/apiUrl', message: `cannot be called: ${error.message}` }]) : error
  })
  const { connection, replaced } = await desk.write((tx) => storeConnection(tx, desk.vault, wanted))
  if (replaced !== null) await removeReplacedHook(desk, replaced, connection)
  const hook_id = connection.hook_id ?? (await makeHook(desk, connection))
  return { connection: { ...connection, hook_id }, isHooked: hook_id !== null }
}

/** Whether our own rules forbid the address. */
const isForbidden = (error: unknown): error is TrackerError =>
  error instanceof TrackerError && error.cause instanceof OutboundError && error.cause.isForbidden

export interface Disconnected {
  connection: Connection
  /** Whether a webhook of ours may still be there in the tracker. What it calls no longer heeds it. */
  isHookLeft: boolean
}

/** Ends the connection and, where it can, the webhook in the tracker. Null when nothing was connected. */
export async function disconnectTracker(desk: Desk): Promise<Disconnected | null> {
  const connection = await openConnection(desk.scope)
  if (connection === null) return null
  const isHookLeft = !(await removeHook(desk, connection))
  const ended = await desk.write(disconnect)
  return ended && { connection: ended, isHookLeft }
}

/** Where the tracker is to call. */
export const hookUrlOf = (publicUrl: string, { id }: Pick<Connection, 'id'>): string =>
  `${publicUrl}/hooks/tracker/${id}`

export const hookSecretOf = ({ vault }: Pick<TrackerDeps, 'vault'>, connection: Connection): string | null =>
  connection.hook_secret && vault.open(connection.hook_secret, hookPlaceOf(connection))

/** A tracker in the internet calls nothing but https. */
const canBeCalled = (publicUrl: string): boolean => publicUrl.startsWith('https://')

/** @returns the tracker's id of it. */
async function makeHook(desk: Desk, connection: Connection): Promise<string | null> {
  const secret = hookSecretOf(desk, connection)
  if (secret === null || !canBeCalled(desk.publicUrl)) return null
  const hook = { url: hookUrlOf(desk.publicUrl, connection), secret, teamId: connection.team_id }
  const hookId = await converse(desk, desk.scope.db, connection, inTime(), ({ session }) =>
    session.subscribe(hook),
  ).catch(nothing)
  if (hookId === null) return null
  const { numUpdatedRows: isFirst } = await ownConnection(desk.scope.db, connection)
    .set({ hook_id: hookId })
    .where('hook_id', 'is', null)
    .where('hook_secret', '=', connection.hook_secret)
    .executeTakeFirst()
  if (isFirst > 0n) return hookId
  // Somebody has connected at the same time, and theirs is the one that is known.
  await removeHook(desk, { ...connection, hook_id: hookId })
  return (await openConnection(desk.scope))?.hook_id ?? null
}

/** Ends the webhook of a connection. @returns whether none is left that Heed has made. */
async function removeHook(desk: Desk, connection: Connection): Promise<boolean> {
  const { hook_id, team_id } = connection
  if (hook_id === null) return true
  const isGone = await converse(desk, desk.scope.db, connection, inTime(), async ({ session }) => {
    await session.unsubscribe(hook_id, team_id)
    return true
  }).catch(nothing)
  return isGone === true
}

/**
 * Ends the webhook of a connection that has been replaced, with the credential that made it; with the new one, where that
 * is for the same organization. One that stays behind calls an address that no longer heeds it.
 */
async function removeReplacedHook(desk: Desk, replaced: Connection, connection: Connection): Promise<void> {
  const { hook_id, team_id } = replaced
  if (hook_id === null || hook_id === connection.hook_id) return
  for (const way of replaced.id === connection.id ? [replaced, connection] : [replaced]) {
    // Not by `converse`: what becomes of an old credential says nothing about the new one.
    const isGone = await unsubscribe(desk, way, hook_id, team_id).catch(nothing)
    if (isGone === true) return
  }
}

async function unsubscribe(desk: Desk, way: Connection, hookId: string, teamId: string | null): Promise<true> {
  const tracker = await trackerOf(way.provider)
  const credential = openCredential(desk.vault, way)
  const session = tracker.open({ apiUrl: way.api_url, credential, fetch: desk.fetch, signal: inTime() })
  await session.unsubscribe(hookId, teamId)
  return true
}

/** Without a webhook all goes on, only later. */
function nothing(error: unknown): null {
  if (error instanceof TrackerError) return null
  throw error
}

/**
 * What somebody needs who makes the webhook in the tracker by hand: its address and a new secret, which is not shown
 * again. Takes back the one that Heed has made. Null when nothing is connected.
 * @param given the secret of a tracker that makes it itself.
 */
export async function prepareHook(desk: Desk, given?: string): Promise<{ url: string; secret: string } | null> {
  const before = await openConnection(desk.scope)
  const connection = await desk.write((tx) => renewHookSecret(tx, desk.vault, given))
  if (connection === null) return null
  if (before !== null) await removeHook(desk, before)
  return { url: hookUrlOf(desk.publicUrl, connection), secret: hookSecretOf(desk, connection)! }
}
