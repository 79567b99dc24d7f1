import { sql } from 'kysely'
import { type ReviewedAuthor, type ReviewedThread, selectAuthor } from '../../comments/review/queue.ts'
import type { Scope } from '../../platform/scope.ts'
import type { EditedItem, EditedTexts } from '../record.ts'
import { textVersion } from '../version.ts'
import { hasEditedItem, joinEditedItems } from './open.ts'

/** A waiting edit, with the public text that it would replace. */
export interface WaitingEdit {
  id: string
  item: EditedItem
  createdAt: string
  thread: ReviewedThread
  author: ReviewedAuthor | null
  before: EditedTexts
  after: EditedTexts
  /** The fingerprint of both texts. An approval sends it back. */
  version: string
}

/** Returns the fingerprint of an edit and of the text that it would replace. */
export const editVersion = (before: EditedTexts, after: EditedTexts): string =>
  textVersion(before.title ?? '', before.body, after.title ?? '', after.body)

/** Lists the edits that wait for review, oldest first. @param id lists only this one */
export async function listWaitingEdits(
  { db, workspaceId }: Scope,
  { limit, id = null }: { limit: number; id?: string | null },
): Promise<WaitingEdit[]> {
  const { rows } = await sql<Omit<WaitingEdit, 'version'>>`
    select p.id, p.created_at as "createdAt", ${selectAuthor} as author,
      json_build_object('of', case when c.id is null then 'feedback_id' else 'comment_id' end, 'id', coalesce(f.id, c.id)) as item,
      json_build_object('kind', case when e.id is null then 'request' else 'entry' end,
        'id', coalesce(f.id, t.id, e.id), 'title', coalesce(f.title, t.title, e.title)) as thread,
      json_build_object('title', f.title, 'body', coalesce(f.description, c.body)) as before,
      json_build_object('title', p.title, 'body', p.body) as after
    from pending_edits p
    ${joinEditedItems}
    left join feedback t on t.workspace_id = p.workspace_id and t.id = c.feedback_id
    left join changelog_entries e on e.workspace_id = p.workspace_id and e.id = c.entry_id
    left join customers u on u.workspace_id = p.workspace_id and u.id = p.customer_id
    where p.workspace_id = ${workspaceId} and p.status = 'pending' and ${hasEditedItem}
      ${id === null ? sql`` : sql`and p.id = ${id}`}
    order by p.created_at, p.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, version: editVersion(row.before, row.after) }))
}
