import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { listActiveLinks, recordLinked, recordUnlinked } from '../links.ts'
import type { Account, Choice, Credential, Provider } from '../tracker.ts'
import {
  type Connection,
  type ConnectionKey,
  credentialVaultContext,
  getCurrentConnection,
  openWebhookSecret,
  updateConnection,
  webhookSecretVaultContext,
} from './queries.ts'

/** A connection to store; the tracker has confirmed every part. */
export interface NewConnection {
  provider: Provider
  apiUrl: string
  credential: Credential
  account: Account
  team: Choice | null
  project: Choice | null
  labelIds: string[]
  assigneeId: string | null
  priority: number | null
}

interface StoredConnection {
  connection: Connection
  /** The previous connection as it was; null if there was none. It may have the same id. */
  replaced: Connection | null
}

/**
 * Stores the workspace's connection. The same organization again, even after a disconnect, reuses its row and keeps its
 * links, stage mapping and, for the same team, its webhook. Another organization replaces the connection and ends its
 * links, so that those requests can be sent again.
 */
export async function storeConnection(tx: WriteScope, vault: Vault, input: NewConnection): Promise<StoredConnection> {
  await lockConnectionChanges(tx)
  const replaced = await lockOpenConnection(tx)
  const earlier = await findEarlierConnection(tx, input)
  if (replaced !== null && replaced.id !== earlier?.id) await endConnection(tx, replaced)
  const endedLinks = await endLinks(tx, earlier?.id ?? null)
  if (earlier !== null) await restoreLinks(tx, earlier.id)

  const key = { workspace_id: tx.workspaceId, id: earlier?.id ?? newId() }
  const columns = {
    ...connectionColumns(input, vault.seal(JSON.stringify(input.credential), credentialVaultContext(key)), tx.now),
    ...connectedByColumns(tx),
    ...webhookColumns(vault, key, earlier, input),
  }
  if (earlier === null) {
    await tx.db
      .insertInto('tracker_connections')
      .values({ ...key, ...columns })
      .execute()
  } else {
    const credential_version = earlier.credential_version + 1
    const delays = { refreshing_until: null, rate_limited_until: null, backoff_until: null }
    await tx.db
      .updateTable('tracker_connections')
      .set({ ...columns, ...delays, status_reason: null, disconnected_at: null, credential_version })
      .where('workspace_id', '=', key.workspace_id)
      .where('id', '=', key.id)
      .execute()
  }
  const { provider, account, team, project } = input
  const names = { account: account.name, team: team?.name ?? null, project: project?.name ?? null }
  audit(tx, 'tracker.connected', key.id, { provider, ...names, ...(endedLinks > 0 && { endedLinks }) })
  return { connection: (await getCurrentConnection(tx))!, replaced }
}

/** Keeps the webhook only for the same team, and only if its secret can still be decrypted. */
function webhookColumns(vault: Vault, key: ConnectionKey, earlier: Connection | null, { team }: NewConnection) {
  if (earlier === null || openWebhookSecret({ vault }, earlier) === null) {
    return { webhook_secret: sealWebhookSecret(vault, key), remote_webhook_id: null }
  }
  const isSameTeam = earlier.team_id === (team?.id ?? null)
  return { webhook_secret: earlier.webhook_secret, remote_webhook_id: isSameTeam ? earlier.remote_webhook_id : null }
}

/** Finds the latest connection to this organization, current or not. */
async function findEarlierConnection(
  { db, workspaceId }: WriteScope,
  { provider, account }: NewConnection,
): Promise<Connection | null> {
  const row = await db
    .selectFrom('tracker_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('account_id', '=', account.id)
    .orderBy('connected_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Ends the links of all other connections, so that their requests can be sent again. @returns how many were active. */
async function endLinks(tx: WriteScope, keptConnectionId: string | null): Promise<number> {
  const keptId = keptConnectionId ?? newId()
  await tx.db
    .deleteFrom('tracker_links')
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '<>', keptId)
    .where('state', '=', 'creating')
    .execute()
  recordUnlinked(tx, await listActiveLinks(tx, { exceptConnectionId: keptId }))
  const { numUpdatedRows } = await tx.db
    .updateTable('tracker_links')
    .set({ state: 'ended', ended_at: tx.now, end_reason: 'replaced' })
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '<>', keptId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Reactivates the links that ended when another organization replaced this one. */
async function restoreLinks(tx: WriteScope, connectionId: string): Promise<void> {
  const rows = await tx.db
    .updateTable('tracker_links')
    .set({ state: 'active', ended_at: null, end_reason: null })
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'ended')
    .where('end_reason', '=', 'replaced')
    .returning('id')
    .execute()
  const restored = new Set(rows.map(({ id }) => id))
  // Not those that never ended, if only the credential is new.
  recordLinked(
    tx,
    (await listActiveLinks(tx, { connectionId })).filter(({ id }) => restored.has(id)),
  )
}

const connectionColumns = (input: NewConnection, credential: Buffer, now: string) => ({
  provider: input.provider,
  api_url: input.apiUrl,
  credential,
  account_id: input.account.id,
  account_name: input.account.name,
  account_url: input.account.url,
  team_id: input.team?.id ?? null,
  team_name: input.team?.name ?? null,
  project_id: input.project?.id ?? null,
  project_name: input.project?.name ?? null,
  label_ids: input.labelIds,
  assignee_id: input.assigneeId,
  priority: input.priority,
  status: 'connected' as const,
  checked_at: now,
  poll_after: now,
})

const connectedByColumns = ({ actor, now }: WriteScope) => ({
  connected_by_type: actor.type === 'customer' ? ('system' as const) : actor.type,
  connected_by_id: actor.id,
  connected_at: now,
})

// The length of the hash output, the minimum recommended for HMAC (RFC 2104, section 3).
const webhookSecretBytes = 32

export const sealWebhookSecret = (
  vault: Vault,
  key: ConnectionKey,
  secret = randomBytes(webhookSecretBytes).toString('hex'),
): Buffer => vault.seal(secret, webhookSecretVaultContext(key))

/**
 * Ends the workspace's connection, if it has one, and deletes its credential. Links stay, so that nothing is sent a
 * second time, but they are no longer synced.
 */
export async function markDisconnected(tx: WriteScope): Promise<Connection | null> {
  await lockConnectionChanges(tx)
  const connection = await lockOpenConnection(tx)
  if (connection !== null) await endConnection(tx, connection)
  return connection
}

async function endConnection(tx: WriteScope, connection: Connection): Promise<void> {
  await updateConnection(tx.db, connection)
    .set({
      disconnected_at: tx.now,
      credential: null,
      webhook_secret: null,
      remote_webhook_id: null,
      refreshing_until: null,
    })
    .execute()
  audit(tx, 'tracker.disconnected', connection.id, { provider: connection.provider, account: connection.account_name })
}

/** Loads and locks the connection: another process may be storing a webhook id or a refreshed credential. */
async function lockOpenConnection(tx: WriteScope): Promise<Connection | null> {
  const row = await tx.db
    .selectFrom('tracker_connections')
    .selectAll()
    .where('workspace_id', '=', tx.workspaceId)
    .where('disconnected_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Serializes changes of a workspace's connection. */
export async function lockConnectionChanges({ db, workspaceId }: WriteScope): Promise<void> {
  // With Citus, a lock on a row of `workspaces` would block the writes of all workspaces, and end in deadlocks.
  if (sendsDistributedStatements()) {
    const name = `${workspaceId} tracker connection`
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
    return
  }
  await db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    // Does not block inserts that reference the workspace, such as audit events.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
