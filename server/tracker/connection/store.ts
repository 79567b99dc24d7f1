import { randomBytes } from 'node:crypto'
import { audit } from '../../audit/record.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Account, Choice, Credential, Provider } from '../tracker.ts'
import {
  type Connection,
  credentialVaultPlace,
  getCurrentConnection,
  updateConnection,
  webhookSecretVaultPlace,
} from './queries.ts'

/** What a connection is to be, looked up and found good in the tracker. */
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
  /** What was connected until now, as it was; null for nothing. It may be the same connection. */
  replaced: Connection | null
}

/**
 * Connects the workspace. The same organization again, also after it was disconnected, goes on with the connection that
 * there was: its links, its mapping, its webhook as long as the team is the same. Another one takes its place, and what
 * was sent to the old one can be sent again.
 */
export async function storeConnection(tx: WriteScope, vault: Vault, wanted: NewConnection): Promise<StoredConnection> {
  await lockConnectionChanges(tx)
  const replaced = await lockOpenConnection(tx)
  const earlier = await findEarlierConnection(tx, wanted)
  if (replaced !== null && replaced.id !== earlier?.id) await endConnection(tx, replaced)
  const endedLinks = await endLinks(tx, earlier?.id ?? null)
  if (earlier !== null) await restoreLinks(tx, earlier.id)

  const place = { workspace_id: tx.workspaceId, id: earlier?.id ?? newId() }
  const columns = {
    ...connectionColumns(wanted, vault.seal(JSON.stringify(wanted.credential), credentialVaultPlace(place)), tx.now),
    ...connectedByColumns(tx),
    ...webhookColumns(vault, place, earlier, wanted),
  }
  if (earlier === null) {
    await tx.db
      .insertInto('tracker_connections')
      .values({ ...place, ...columns })
      .execute()
  } else {
    const credential_version = earlier.credential_version + 1
    const rested = { refreshing_until: null, rate_limited_until: null, backoff_until: null }
    const again = { ...rested, status_reason: null, disconnected_at: null }
    await tx.db
      .updateTable('tracker_connections')
      .set({ ...columns, ...again, credential_version })
      .where('workspace_id', '=', place.workspace_id)
      .where('id', '=', place.id)
      .execute()
  }
  const { provider, account, team, project } = wanted
  const names = { account: account.name, team: team?.name ?? null, project: project?.name ?? null }
  audit(tx, 'tracker.connected', place.id, { provider, ...names, ...(endedLinks > 0 && { endedLinks }) })
  return { connection: (await getCurrentConnection(tx))!, replaced }
}

/** A webhook belongs to one team, and is of use as long as its secret can be read. */
function webhookColumns(vault: Vault, place: ConnectionKey, earlier: Connection | null, { team }: NewConnection) {
  const isReadable =
    earlier?.webhook_secret != null && vault.open(earlier.webhook_secret, webhookSecretVaultPlace(place)) !== null
  if (!isReadable) return { webhook_secret: sealWebhookSecret(vault, place), remote_webhook_id: null }
  const isSameTeam = earlier.team_id === (team?.id ?? null)
  return { webhook_secret: earlier.webhook_secret, remote_webhook_id: isSameTeam ? earlier.remote_webhook_id : null }
}

type ConnectionKey = Pick<Connection, 'workspace_id' | 'id'>

/** The connection to this organization that there is, or was. */
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

/** Ends what leads to other organizations than this one: it can be sent again. @returns how many there were. */
async function endLinks(tx: WriteScope, keptConnectionId: string | null): Promise<number> {
  const kept = keptConnectionId ?? newId()
  await tx.db
    .deleteFrom('tracker_links')
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '<>', kept)
    .where('state', '=', 'creating')
    .execute()
  const { numUpdatedRows } = await tx.db
    .updateTable('tracker_links')
    .set({ state: 'ended', ended_at: tx.now, end_reason: 'replaced' })
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '<>', kept)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Whoever comes back to an organization finds the links into it as they were when another took its place. */
async function restoreLinks(tx: WriteScope, connectionId: string): Promise<void> {
  await tx.db
    .updateTable('tracker_links')
    .set({ state: 'active', ended_at: null, end_reason: null })
    .where('workspace_id', '=', tx.workspaceId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'ended')
    .where('end_reason', '=', 'replaced')
    .execute()
}

const connectionColumns = (wanted: NewConnection, credential: Buffer, now: string) => ({
  provider: wanted.provider,
  api_url: wanted.apiUrl,
  credential,
  account_id: wanted.account.id,
  account_name: wanted.account.name,
  account_url: wanted.account.url,
  team_id: wanted.team?.id ?? null,
  team_name: wanted.team?.name ?? null,
  project_id: wanted.project?.id ?? null,
  project_name: wanted.project?.name ?? null,
  label_ids: wanted.labelIds,
  assignee_id: wanted.assigneeId,
  priority: wanted.priority,
  status: 'connected' as const,
  checked_at: now,
  poll_after: now,
})

const connectedByColumns = ({ actor, now }: WriteScope) => ({
  connected_by_type: actor.type === 'customer' ? ('system' as const) : actor.type,
  connected_by_id: actor.id,
  connected_at: now,
})

// As long as the hash that it keys (RFC 2104, section 3).
const webhookSecretBytes = 32

export const sealWebhookSecret = (
  vault: Vault,
  place: ConnectionKey,
  secret = randomBytes(webhookSecretBytes).toString('hex'),
): Buffer => vault.seal(secret, webhookSecretVaultPlace(place))

/**
 * Ends the connection of a workspace, if it has one, and forgets its credential. Issues and links stay, so that nothing
 * is sent a second time; nobody follows them.
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

/** As it is and stays until the transaction ends: somebody may be noting a webhook or a renewed credential. */
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

/** Two that change how a workspace is connected do so one after the other. */
export const lockConnectionChanges = ({ db, workspaceId }: WriteScope) =>
  db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    // Rows that refer to the workspace, such as those of the audit trail, do not wait for it.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
