import type { WriteScope } from '../../platform/scope.ts'
import { announceQueue } from '../queues.ts'
import { type Audience, toAudienceColumns } from './audience.ts'

/**
 * Announces an entry in the transaction that publishes it. An entry is announced only once, because its row is kept as
 * long as the entry. An announcement to nobody has nothing to fan out.
 */
export async function announce(tx: WriteScope, entryId: string, audience: Audience): Promise<void> {
  const { workspaceId } = tx
  const added = await tx.db
    .insertInto('announcements')
    .values({
      workspace_id: workspaceId,
      entry_id: entryId,
      due_at: tx.now,
      ...toAudienceColumns(audience),
      fanned_out_at: audience === 'nobody' ? tx.now : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entry_id')
    .executeTakeFirst()
  if (added && audience !== 'nobody') await tx.enqueue(announceQueue, { workspaceId, entryId })
}
