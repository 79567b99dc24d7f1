import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { webhooksCan } from '../permissions.ts'
import { getChannel } from './queries.ts'
import type { ChannelDelivery } from './schema.ts'

const maxListed = 50

/** Lists the latest 50 messages of a channel, newest first. @throws 403, 404 */
export async function listChannelDeliveries(scope: Scope, channelId: string): Promise<ChannelDelivery[]> {
  permit(webhooksCan(scope.actor).see)
  await getChannel(scope, channelId)
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_type', 'event_count', 'status', 'next_attempt_at', 'created_at', 'attempts'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('webhook_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.event_type as ChannelDelivery['kind'],
    eventCount: row.event_count,
    status: row.status as ChannelDelivery['status'],
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    attempts: row.attempts as unknown as ChannelDelivery['attempts'],
  }))
}
