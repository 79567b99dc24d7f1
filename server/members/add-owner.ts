import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Makes the person with this address an owner; they can sign in once the console is there. */
export function addOwner(tx: WriteScope, email: string): void {
  tx.defer(
    tx.db
      .insertInto('members')
      .values({ workspace_id: tx.workspaceId, id: newId(), email, role: 'owner', created_at: tx.now })
      .execute(),
  )
}
