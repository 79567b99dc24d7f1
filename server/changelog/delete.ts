import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { changelogCan } from './permissions.ts'
import { getEntry } from './queries.ts'

/** Deletes an entry; foreign keys delete its links, reactions, comments and announcement. @throws 404; 403 */
export async function deleteEntry(tx: WriteScope, id: string): Promise<{ id: string; deleted: true }> {
  permit(changelogCan(tx.actor).delete)
  const lastState = await getEntry(tx, id)
  const deleted = await tx.db
    .deleteFrom('changelog_entries')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .returning(['id', 'title', 'state'])
    .executeTakeFirst()
  if (!deleted) throw notFound()
  audit(tx, 'changelog.deleted', deleted.id, { title: deleted.title, state: deleted.state })
  recordEvent(tx, { type: 'changelog.deleted', resourceId: id, data: lastState })
  return { id: deleted.id, deleted: true }
}
