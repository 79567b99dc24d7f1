import type { WriteScope } from '../../platform/scope.ts'
import { announceQueue } from '../queues.ts'

/**
 * Records, with the publication itself, that customers are to be told, and has it done. Once for each entry, whatever
 * is retried: the row stays for as long as the entry does.
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
