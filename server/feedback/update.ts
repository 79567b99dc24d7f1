import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { WriteScope } from '../platform/scope.ts'
import { getFeedback, lockFeedback } from './queries.ts'
import type { Feedback, FeedbackUpdate } from './schema.ts'
import { searchKeys } from './search/search-keys.ts'

/** Changes title or description. A roadmap item keeps its own (contract §5). @throws 404 */
export async function updateFeedback(tx: WriteScope, id: string, wanted: FeedbackUpdate): Promise<Feedback> {
  const before = await lockFeedback(tx, id)
  const changes = pickChanges(before, wanted)
  if (!changes) return getFeedback(tx, id)
  const { title, description } = { ...before, ...changes }
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({
        title,
        description,
        search_keys: searchKeys(tx.workspaceId, title, description),
        updated_at: tx.now,
        last_activity_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'feedback.updated', id, describeChanges(before, changes))
  return getFeedback(tx, id)
}
