import { filterExistingFeedbackIds } from '../feedback/queries.ts'
import type { ProblemDetail } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { filterExistingTagIds } from '../tags/queries.ts'
import type { EntryUpdate } from './schema.ts'

type EntryReferences = Pick<EntryUpdate, 'tagIds' | 'linkedFeedbackIds'>

/** Converts ids to their stored form. */
export const lowercaseIds = (ids: string[]): string[] => ids.map((id) => id.toLowerCase())

/** Lists the ids that this workspace does not have or that are repeated, each by its position. */
export async function validateReferences(
  scope: Scope,
  { tagIds, linkedFeedbackIds }: EntryReferences,
): Promise<ProblemDetail[]> {
  const [tags, requests] = await Promise.all([
    tagIds?.length ? filterExistingTagIds(scope, tagIds) : new Set<string>(),
    linkedFeedbackIds?.length ? filterExistingFeedbackIds(scope, linkedFeedbackIds) : new Set<string>(),
  ])
  return [
    ...listProblems('tagIds', 'tag', lowercaseIds(tagIds ?? []), tags),
    ...listProblems('linkedFeedbackIds', 'feedback request', lowercaseIds(linkedFeedbackIds ?? []), requests),
  ]
}

const listProblems = (member: string, resource: string, ids: string[], known: Set<string>): ProblemDetail[] =>
  ids.flatMap((id, index) => {
    const path = `/${member}/${index}`
    if (!known.has(id)) return [{ path, message: `must be the id of a ${resource} of this workspace`, code: 'gone' }]
    return ids.indexOf(id) === index ? [] : [{ path, message: 'is already in the list', code: 'uniqueItems' }]
  })

/** Replaces the lists of an entry with the given lists, in their order. */
export function replaceReferences(
  tx: WriteScope,
  entryId: string,
  { tagIds, linkedFeedbackIds }: EntryReferences,
): void {
  const base = { workspace_id: tx.workspaceId, entry_id: entryId }
  const { db, workspaceId } = tx
  if (tagIds) {
    tx.defer(
      db
        .deleteFrom('changelog_entry_tags')
        .where('workspace_id', '=', workspaceId)
        .where('entry_id', '=', entryId)
        .execute(),
    )
    const rows = lowercaseIds(tagIds).map((tag_id, position) => ({ ...base, tag_id, position }))
    if (rows.length > 0) tx.defer(db.insertInto('changelog_entry_tags').values(rows).execute())
  }
  if (linkedFeedbackIds) {
    tx.defer(
      db
        .deleteFrom('changelog_entry_feedback')
        .where('workspace_id', '=', workspaceId)
        .where('entry_id', '=', entryId)
        .execute(),
    )
    const rows = lowercaseIds(linkedFeedbackIds).map((feedback_id, position) => ({ ...base, feedback_id, position }))
    if (rows.length > 0) tx.defer(db.insertInto('changelog_entry_feedback').values(rows).execute())
  }
}
