import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { WebhookDeps } from '../create.ts'
import { endPendingDeliveries } from '../deliveries/end-pending.ts'
import { webhooksCan } from '../permissions.ts'
import { startFromNow } from '../update.ts'
import { requireBoards } from './create.ts'
import { testKind } from './kinds.ts'
import { getChannel, lockChannel } from './queries.ts'
import { type Channel, ChannelUpdate } from './schema.ts'
import { channelUrlProblems, describeUrl, sealUrl } from './url.ts'

/**
 * Changes a channel. Disabling it discards its pending messages; once enabled again, it gets messages about later events.
 * @throws 403, 404; 400 as for a new channel
 */
export async function updateChannel(
  { vault, outbound }: WebhookDeps,
  tx: WriteScope,
  id: string,
  { webhookUrl: url, ...input }: ChannelUpdate,
): Promise<Channel> {
  permit(webhooksCan(tx.actor).manage)
  const before = await lockChannel(tx, id)
  const problems = url === undefined ? [] : await channelUrlProblems(outbound, before.provider, url)
  if (problems.length > 0) throw invalid(problems)
  const changes = pickChanges<ChannelUpdate>(before, input) ?? {}
  if (Object.keys(changes).length === 0 && url === undefined) return before
  const { name, kinds, boardIds, enabled } = changes
  // A board that has been deleted since stays in the list.
  await requireBoards(tx, boardIds?.filter((each) => !before.boardIds.includes(each)) ?? [])
  tx.defer(
    tx.db
      .updateTable('webhooks')
      .set({
        description: name,
        events: kinds,
        board_ids: boardIds,
        ...(url !== undefined && {
          url: describeUrl(url),
          secret: sealUrl(vault, url, { workspaceId: tx.workspaceId, id }),
          // The failures at the previous URL do not count against this one.
          failing_since: null,
        }),
        ...(enabled === true && startFromNow(tx.workspaceId)),
        ...(enabled === false && { disabled_reason: 'manual' as const, next_attempt_at: null }),
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  if (enabled === false) endPendingDeliveries(tx, id)
  else if (kinds !== undefined) endPendingDeliveries(tx, id, { unless: [...kinds, testKind] })
  const address = url === undefined ? {} : { address: [before.address, describeUrl(url)] }
  audit(tx, 'channel.updated', id, { ...describeChanges<ChannelUpdate>(before, changes, ChannelUpdate), ...address })
  return getChannel(tx, id)
}
