import type { WriteScope } from '../../platform/scope.ts'
import { gracePeriodMs } from '../digests/timing.ts'
import { announceQueue } from '../queues.ts'
import { type Audience, toAudienceColumns } from './audience.ts'

/**
 * Announces an entry in the transaction that publishes it. An entry is announced only once, because its row is kept as
 * long as the entry. An announcement to nobody has nothing to fan out.
 * @param isCancelable whether the mail waits for the grace period, as mail about requests does
 */
export async function announce(
  tx: WriteScope,
  entryId: string,
  audience: Audience,
  { isCancelable = false }: { isCancelable?: boolean } = {},
): Promise<void> {
  const { workspaceId, now } = tx
  const dueAt = isCancelable ? new Date(Date.parse(now) + gracePeriodMs).toISOString() : now
  const added = await tx.db
    .insertInto('announcements')
    .values({
      workspace_id: workspaceId,
      entry_id: entryId,
      due_at: dueAt,
      ...toAudienceColumns(audience),
      fanned_out_at: audience === 'nobody' ? now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entry_id')
    .executeTakeFirst()
  if (!added || audience === 'nobody') return
  await tx.enqueue(announceQueue, { workspaceId, entryId }, isCancelable ? { startAfter: dueAt } : {})
}

/**
 * Changes the audience of an announcement to no one, unless its recipients are already being listed. The fan-out locks
 * the same row, so that only one of the two succeeds. Repeating it has no further effect.
 * @returns whether it has been canceled now; null if it was already for no one, or does not exist
 */
export async function cancelAnnouncement(
  { db, workspaceId, now }: WriteScope,
  entryId: string,
): Promise<boolean | null> {
  const announcement = await db
    .selectFrom('announcements')
    .select(['audience', 'fanout_cursor', 'fanned_out_at'])
    .where('workspace_id', '=', workspaceId)
    .where('entry_id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
  if (!announcement || announcement.audience === 'nobody') return null
  if (announcement.fanned_out_at !== null || announcement.fanout_cursor !== null) return false
  await db
    .updateTable('announcements')
    .set({ ...toAudienceColumns('nobody'), fanned_out_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('entry_id', '=', entryId)
    .execute()
  return true
}
