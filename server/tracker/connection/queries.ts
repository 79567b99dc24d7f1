import { type Kysely, type Selectable, sql } from 'kysely'
import { insertNotices } from '../../events/notices.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import type { Target } from '../tracker.ts'

export type Connection = Selectable<Tables['tracker_connections']>

/** The connection of a workspace. Remaining seconds are measured by the database's clock. */
export interface CurrentConnection extends Connection {
  /** How long the tracker has asked Heed to wait; 0 if it has not. */
  rate_limited_seconds: number
  /** How long jobs skip this connection because the tracker did not answer; 0 if they do not. */
  backoff_seconds: number
}

const secondsUntil = (column: 'rate_limited_until' | 'backoff_until') =>
  sql<number>`greatest(0, ceil(coalesce(extract(epoch from ${sql.ref(column)} - clock_timestamp()), 0)))::float8`

/** Loads the workspace's connection; null if no tracker is connected. */
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

/** Loads a connection by id; null if it is no longer the current one, as can happen before a job runs. */
export async function getCurrentConnectionById(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  id: string,
): Promise<CurrentConnection | null> {
  const connection = await getCurrentConnection({ db, workspaceId })
  return connection?.id === id ? connection : null
}

export type ConnectionKey = Pick<Connection, 'workspace_id' | 'id'>

/** Returns the `Vault` context that binds a sealed credential to its connection. */
export const credentialVaultContext = ({ workspace_id, id }: ConnectionKey): string => `${workspace_id}/${id}`
export const webhookSecretVaultContext = (key: ConnectionKey): string => `${credentialVaultContext(key)}/hook`

/** Returns the decrypted webhook secret; null if there is none or it was sealed with another `SECRET_KEY`. */
export const openWebhookSecret = (
  { vault }: { vault: Vault },
  connection: ConnectionKey & Pick<Connection, 'webhook_secret'>,
): string | null =>
  connection.webhook_secret && vault.open(connection.webhook_secret, webhookSecretVaultContext(connection))

/** Returns the default target of new issues. */
export const toDefaultTarget = (connection: Connection): Target => ({
  teamId: connection.team_id,
  projectId: connection.project_id,
  labelIds: connection.label_ids,
  assigneeId: connection.assignee_id,
  priority: connection.priority,
})

/** Starts an update of a connection that is still the current one. */
export const updateConnection = (db: Kysely<Tables>, { workspace_id, id }: ConnectionKey) =>
  db
    .updateTable('tracker_connections')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)

/**
 * Locks the connection until the transaction ends, so that connecting another tracker waits. Tries twice, because the
 * transaction that held the lock before may have replaced the connection.
 */
export async function lockCurrentConnection(scope: Scope): Promise<CurrentConnection | null> {
  const lock = () =>
    scope.db
      .selectFrom('tracker_connections')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .where('disconnected_at', 'is', null)
      .forShare()
      .executeTakeFirst()
  const locked = (await lock()) ?? (await lock())
  return locked === undefined ? null : getCurrentConnection(scope)
}

/**
 * Records the status that a call has revealed, if it changed. Does nothing if the credential has been replaced since,
 * because the result with the old one says nothing about the new one.
 */
export async function recordStatus(
  db: Kysely<Tables>,
  connection: Connection,
  status: Connection['status'],
  reason: string | null = null,
): Promise<void> {
  if (connection.status === status && connection.status_reason === reason) return
  const { workspace_id: workspaceId, id, credential_version: version } = connection
  const values = sql`status = ${status}, status_reason = ${reason?.slice(0, 500) ?? null}, checked_at = clock_timestamp()`
  // Channels report a problem once, however many calls find it at the same time.
  await sql`
    with before as (
      select workspace_id, id, status from tracker_connections
      where workspace_id = ${workspaceId} and id = ${id} and disconnected_at is null and credential_version = ${version}
      for no key update),
    changed as (
      update tracker_connections c set ${values} from before b
      where c.workspace_id = ${workspaceId} and c.workspace_id = b.workspace_id and c.id = b.id
      returning c.workspace_id, c.id, b.status = 'connected' and c.status <> 'connected' as is_failing)
    ${insertNotices('tracker.failed', sql`select workspace_id, id, null::uuid from changed where is_failing`)}`.execute(
    db,
  )
}
