import { type Kysely, type Selectable, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'

export type Connection = Selectable<Tables['tracker_connections']>

/** How the workspace is connected; null when it is not. */
export async function openConnection({
  db,
  workspaceId,
}: Pick<Scope, 'db' | 'workspaceId'>): Promise<Connection | null> {
  const row = await db
    .selectFrom('tracker_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** By id, as long as it is connected: for jobs, which name a connection that may be gone by now. */
export async function connectionById(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  id: string,
): Promise<Connection | null> {
  const connection = await openConnection({ db, workspaceId })
  return connection?.id === id ? connection : null
}

type Place = Pick<Connection, 'workspace_id' | 'id'>

/** What a connection's sealed credential belongs to (platform/vault.ts). */
export const placeOf = ({ workspace_id, id }: Place): string => `${workspace_id}/${id}`
export const hookPlaceOf = (place: Place): string => `${placeOf(place)}/hook`

/** To be changed, if it is still connected. */
export const ownConnection = (db: Kysely<Tables>, { workspace_id, id }: Place) =>
  db
    .updateTable('tracker_connections')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)

/** Notes what a conversation has shown about the connection itself, if that is news. */
export async function noteStatus(
  db: Kysely<Tables>,
  connection: Connection,
  status: Connection['status'],
  reason: string | null = null,
): Promise<void> {
  if (connection.status === status && connection.status_reason === reason) return
  await ownConnection(db, connection)
    .set({ status, status_reason: reason?.slice(0, 500) ?? null, checked_at: sql`clock_timestamp()` })
    .execute()
}
