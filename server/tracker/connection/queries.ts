import { type Kysely, type Selectable, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'

export type Connection = Selectable<Tables['tracker_connections']>

/** A connection as it is now. Seconds by the database's clock, by which all else of it goes. */
export interface CurrentConnection extends Connection {
  /** For how long the tracker wants to be left alone; 0 when it does not. */
  rate_limited_seconds: number
  /** For how long jobs leave it alone. */
  backoff_seconds: number
}

const secondsUntil = (column: 'rate_limited_until' | 'backoff_until') =>
  sql<number>`greatest(0, ceil(coalesce(extract(epoch from ${sql.ref(column)} - clock_timestamp()), 0)))::float8`

/** How the workspace is connected; null when it is not. */
export async function getCurrentConnection({
  db,
  workspaceId,
}: Pick<Scope, 'db' | 'workspaceId'>): Promise<CurrentConnection | null> {
  const row = await db
    .selectFrom('tracker_connections')
    .selectAll()
    .select([
      secondsUntil('rate_limited_until').as('rate_limited_seconds'),
      secondsUntil('backoff_until').as('backoff_seconds'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** By id, as long as it is connected: for jobs, which name a connection that may be gone by now. */
export async function getCurrentConnectionById(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  id: string,
): Promise<CurrentConnection | null> {
  const connection = await getCurrentConnection({ db, workspaceId })
  return connection?.id === id ? connection : null
}

type ConnectionKey = Pick<Connection, 'workspace_id' | 'id'>

/** What a connection's sealed credential belongs to (platform/vault.ts). */
export const credentialVaultPlace = ({ workspace_id, id }: ConnectionKey): string => `${workspace_id}/${id}`
export const webhookSecretVaultPlace = (place: ConnectionKey): string => `${credentialVaultPlace(place)}/hook`

/** To be changed, if it is still connected. */
export const updateConnection = (db: Kysely<Tables>, { workspace_id, id }: ConnectionKey) =>
  db
    .updateTable('tracker_connections')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)

/**
 * Holds the connection as it is until the transaction ends: whoever connects another tracker waits for it. Two looks,
 * since whoever was waited for may have put another in its place.
 */
export async function lockCurrentConnection(scope: Scope): Promise<CurrentConnection | null> {
  const hold = () =>
    scope.db
      .selectFrom('tracker_connections')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('disconnected_at', 'is', null)
      .forShare()
      .executeTakeFirst()
  const held = (await hold()) ?? (await hold())
  return held === undefined ? null : getCurrentConnection(scope)
}

/**
 * Notes what a conversation has shown about the connection itself, if that is news. Not what an earlier credential has
 * shown, which says nothing about the one that there is now.
 */
export async function recordStatus(
  db: Kysely<Tables>,
  connection: Connection,
  status: Connection['status'],
  reason: string | null = null,
): Promise<void> {
  if (connection.status === status && connection.status_reason === reason) return
  await updateConnection(db, connection)
    .where('credential_version', '=', connection.credential_version)
    .set({ status, status_reason: reason?.slice(0, 500) ?? null, checked_at: sql`clock_timestamp()` })
    .execute()
}
