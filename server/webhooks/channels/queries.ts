import { type Selectable, sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../tables.ts'
import { isDelivering } from '../health.ts'
import { webhooksCan } from '../permissions.ts'
import type { DisabledReason } from '../schema.ts'
import type { ChannelKind, Provider } from './kinds.ts'
import type { Channel } from './schema.ts'

export const presentChannel = (row: Selectable<Tables['webhooks']>): Channel => ({
  id: row.id,
  provider: row.provider as Provider,
  name: row.description,
  address: row.url,
  kinds: row.events as ChannelKind[],
  boardIds: row.board_ids,
  enabled: row.disabled_reason === null,
  disabledReason: row.disabled_reason as DisabledReason | null,
  failingSince: row.failing_since,
  lastSuccessAt: row.last_success_at,
  createdAt: row.created_at,
})

const selectChannels = ({ db, workspaceId }: Scope) =>
  db.selectFrom('webhooks').selectAll().where('workspace_id', '=', workspaceId).where('provider', 'is not', null)

/** Lists all channels (at most 20), oldest first. @throws 403 */
export async function listChannels(scope: Scope): Promise<Channel[]> {
  permit(webhooksCan(scope.actor).see)
  const rows = await selectChannels(scope).orderBy('created_at').orderBy('id').execute()
  return rows.map(presentChannel)
}

/** Returns a channel, and whether its log will change within a minute. @throws 403, 404 */
export async function getChannel(scope: Scope, id: string): Promise<Channel & { isDelivering: boolean }> {
  permit(webhooksCan(scope.actor).see)
  const row = await selectChannels(scope).where('id', '=', id).select(isDelivering).executeTakeFirst()
  if (!row) throw notFound()
  return { ...presentChannel(row), isDelivering: row.is_delivering }
}

/** Locks a channel until the transaction ends. @throws 404 */
export async function lockChannel(scope: Scope, id: string): Promise<Channel> {
  const row = await selectChannels(scope).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return presentChannel(row)
}

/** Lists the boards that a channel can be limited to. @throws 403 */
export async function listChannelBoards(scope: Scope): Promise<{ id: string; name: string }[]> {
  permit(webhooksCan(scope.actor).see)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from boards where workspace_id = ${scope.workspaceId} order by name, id`.execute(scope.db)
  return rows
}
