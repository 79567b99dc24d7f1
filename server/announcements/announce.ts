import type { WriteScope } from '../platform/scope.ts'

/** Records, with the publication itself, that customers are to be told. Once for each entry, whatever is retried. */
export function announce(tx: WriteScope, entryId: string): void {
  tx.defer(
    tx.db
      .insertInto('announcements')
      .values({ workspace_id: tx.workspaceId, entry_id: entryId, due_at: tx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
