import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { requireRoom } from './create.ts'
import { savedViewsCan } from './permissions.ts'
import { lockSavedView } from './queries.ts'
import { SavedViewUpdate } from './schema.ts'

/**
 * Renames a view, changes its filters, or shares it or not. A view that is no longer shared returns to its creator, or to
 * the member who stopped sharing it if the creator has left.
 * @throws 400 beyond 50 views; 403, 404
 */
export async function updateSavedView(tx: WriteScope, id: string, wanted: SavedViewUpdate): Promise<void> {
  permit(savedViewsCan(tx.actor).use)
  const before = await lockSavedView(tx, id)
  if (before === null) throw notFound()
  const changes = pickChanges<SavedViewUpdate>(before, wanted)
  if (changes === null) return
  const owner = before.created_by ?? tx.actor.id
  const memberId = (changes.isShared ?? before.isShared) ? null : owner
  if (changes.isShared !== undefined) await requireRoom(tx, memberId)
  const { isShared: _, ...columns } = changes
  await tx.db
    .updateTable('saved_views')
    .set({ ...columns, member_id: memberId, created_by: owner, updated_at: tx.now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .execute()
  recordUpdate(tx, before, changes)
}

/** Records changes of shared views only: private views are not in the audit log. */
function recordUpdate(
  tx: WriteScope,
  before: { id: string; name: string; isShared: boolean },
  changes: Partial<SavedViewUpdate>,
): void {
  const { name = before.name } = changes
  if (changes.isShared === true) audit(tx, 'saved_view.shared', before.id, { name })
  else if (changes.isShared === false) audit(tx, 'saved_view.unshared', before.id, { name: before.name })
  else if (before.isShared)
    audit(tx, 'saved_view.updated', before.id, describeChanges(before, changes, SavedViewUpdate))
}
