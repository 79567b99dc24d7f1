import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { applyCommentEdit, setCommentText } from '../../comments/own/apply-edit.ts'
import { applyRequestEdit, setRequestTexts } from '../../feedback/own/apply-edit.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { editMessages } from '../messages.ts'
import { editsCan } from '../permissions.ts'
import type { EditedItem, EditedTexts } from '../record.ts'
import { lockEditedItem } from './lock.ts'
import { listWaitingEdits } from './queue.ts'

type EditDecision = 'approved' | 'rejected'

/**
 * Approves or rejects a waiting edit. An approval replaces the public text, and keeps the earlier text for the team.
 * @param version the fingerprint of the texts that the reviewer saw (`WaitingEdit`), for an approval; null to skip the
 * check
 * @throws 400 if the texts have changed since; 403; 404 unless the edit waits for review
 */
export async function reviewEdit(tx: WriteScope, id: string, to: EditDecision, version: string | null): Promise<void> {
  permit(editsCan(tx.actor).review)
  const isLocked = (await lockEditedItem(tx, id)) !== null
  const [edit] = isLocked ? await listWaitingEdits(tx, { limit: 1, id }) : []
  if (!edit) throw notFound()
  const { item, before, after, author } = edit
  if (to === 'approved') {
    if (version !== null && version !== edit.version) throw invalidState(editMessages.changedSince)
    replaceText(tx, item, { customerId: author!.id, before, after, editId: id })
  }
  // Its author may have withdrawn it since it was read, which does not lock the item.
  if (!(await setDecision(tx, id, to))) throw notFound()
  recordDecision(tx, item, { editId: id, status: ['pending', to] })
}

/**
 * Undoes the actor's decisions on edits in an earlier HTTP request. An edit stays decided if its author has sent
 * another one since, or if it was approved and the public text has changed again.
 * @returns the ids of the edits that wait for review again
 * @throws 403
 */
export async function undoEditReviews(tx: WriteScope, requestId: string): Promise<string[]> {
  permit(editsCan(tx.actor).review)
  const undone: string[] = []
  for (const id of await listDecidedEdits(tx, requestId)) if (await undoReview(tx, id)) undone.push(id)
  return undone
}

async function undoReview(tx: WriteScope, id: string): Promise<boolean> {
  const item = await lockEditedItem(tx, id)
  if (item === null) return false
  const { rows } = await sql<DecidedEdit>`
    select p.status, p.title, p.body, w.title as "earlierTitle", w.body as "earlierBody",
      coalesce(f.title, '') = coalesce(p.title, '') and coalesce(f.description, c.body) = p.body as "isCurrent"
    from pending_edits p
    left join content_edits w on w.workspace_id = p.workspace_id and w.id = p.id
    left join feedback f on f.workspace_id = p.workspace_id and f.id = p.feedback_id
    left join comments c on c.workspace_id = p.workspace_id and c.id = p.comment_id
    where p.workspace_id = ${tx.workspaceId} and p.id = ${id} and p.status <> 'pending'
      and not exists (select from pending_edits o where o.workspace_id = p.workspace_id and o.status = 'pending'
        and (o.feedback_id = p.feedback_id or o.comment_id = p.comment_id))`.execute(tx.db)
  const [edit] = rows
  if (!edit) return false
  if (edit.status === 'approved') {
    if (!edit.isCurrent || edit.earlierBody === null) return false
    restoreText(tx, item, { title: edit.earlierTitle, body: edit.earlierBody })
    tx.defer(sql`delete from content_edits where workspace_id = ${tx.workspaceId} and id = ${id}`.execute(tx.db))
  }
  await setDecision(tx, id, 'pending')
  recordDecision(tx, item, { editId: id, status: [edit.status, 'pending'] })
  return true
}

interface DecidedEdit extends EditedTexts {
  status: EditDecision
  earlierTitle: string | null
  earlierBody: string | null
  /** Whether the public text is still the text of the edit. */
  isCurrent: boolean
}

interface Replacement {
  customerId: string
  before: EditedTexts
  after: EditedTexts
  editId: string
}

function replaceText(tx: WriteScope, { of, id }: EditedItem, { before, after, ...edit }: Replacement): void {
  const requestTexts = ({ title, body }: EditedTexts) => ({ title: title!, description: body })
  if (of === 'feedback_id')
    applyRequestEdit(tx, { id, before: requestTexts(before), after: requestTexts(after), ...edit })
  else applyCommentEdit(tx, { id, isPublic: true, before: before.body, after: after.body, ...edit })
}

function restoreText(tx: WriteScope, { of, id }: EditedItem, { title, body }: EditedTexts): void {
  if (of === 'feedback_id') setRequestTexts(tx, id, { title: title!, description: body })
  else setCommentText(tx, id, body, { isPublic: true })
}

/** Stores a decision. @returns whether the edit still exists */
async function setDecision(tx: WriteScope, id: string, status: EditDecision | 'pending'): Promise<boolean> {
  const { rows } = await sql`
    update pending_edits set status = ${status}, reviewed_at = ${status === 'pending' ? null : tx.now}::timestamptz
    where workspace_id = ${tx.workspaceId} and id = ${id} returning id`.execute(tx.db)
  return rows.length > 0
}

const recordDecision = (
  tx: WriteScope,
  { of, id }: EditedItem,
  changes: { editId: string; status: [string, string] },
): void => audit(tx, of === 'feedback_id' ? 'feedback.edit_reviewed' : 'comment.edit_reviewed', id, changes)

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/** Lists the edits decided in an HTTP request of the same actor, except those decided again since. */
async function listDecidedEdits({ db, workspaceId, actor, now }: WriteScope, requestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.changes->>'editId' as id from audit_events e
    where e.workspace_id = ${workspaceId} and e.type in ('feedback.edit_reviewed', 'comment.edit_reviewed')
      and e.created_at > ${now}::timestamptz - make_interval(hours => ${sql.lit(undoableHours)})
      and e.request_id = ${requestId} and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id and o.type = e.type
          and o.changes->>'editId' = e.changes->>'editId' and (o.created_at, o.id) > (e.created_at, e.id))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
