import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { markDue } from '../deliveries/replay.ts'
import { webhooksCan } from '../permissions.ts'
import { testKind } from './kinds.ts'
import { lockChannel } from './queries.ts'

/** Sends a test message to a channel. It is not an event of the workspace. @throws 403, 404; 400 while it is disabled */
export async function sendTestMessage(tx: WriteScope, channelId: string): Promise<void> {
  permit(webhooksCan(tx.actor).manage)
  await requireEnabledChannel(tx, channelId)
  tx.defer(
    sql`insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
      values (${tx.workspaceId}, ${newId()}, ${channelId}, ${newId()}, ${testKind}, clock_timestamp(), clock_timestamp())`.execute(
      tx.db,
    ),
  )
  markDue(tx, channelId)
  audit(tx, 'channel.tested', channelId)
}

/**
 * Sends a message again that failed or was skipped, or attempts a pending one now.
 * @throws 403, 404; 400 while the channel is disabled
 */
export async function resendMessage(tx: WriteScope, channelId: string, deliveryId: string): Promise<void> {
  permit(webhooksCan(tx.actor).manage)
  await requireEnabledChannel(tx, channelId)
  const { rows } = await sql`
    update webhook_deliveries set status = 'pending', next_attempt_at = clock_timestamp()
    where workspace_id = ${tx.workspaceId} and webhook_id = ${channelId} and id = ${deliveryId}
      and status <> 'succeeded' returning id`.execute(tx.db)
  if (rows.length === 0) throw notFound()
  markDue(tx, channelId)
  audit(tx, 'channel.resent', channelId, { deliveryId })
}

async function requireEnabledChannel(tx: WriteScope, id: string): Promise<void> {
  const { enabled } = await lockChannel(tx, id)
  if (!enabled) throw invalidState('This channel is disabled. Enable it first.')
}
