import type { WriteScope } from '../../platform/scope.ts'
import { announceQueue } from '../queues.ts'

/**
 * Announces an entry in the transaction that publishes it. An entry is announced only once, because its row is kept as
 * long as the entry.
 */
export async function announce(tx: WriteScope, entryId: string): Promise<void> {
  const { workspaceId } = tx
  const added = await tx.db
    .insertInto('announcements')
    .values({ workspace_id: workspaceId, entry_id: entryId, due_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('entry_id')
    .executeTakeFirst()
  if (added) await tx.enqueue(announceQueue, { workspaceId, entryId })
}
