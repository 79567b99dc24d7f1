import { sql } from 'kysely'
import { listMemberNames } from '../../members/choices.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { type LockedRequest, lockExistingRequests } from './lock.ts'
import { filterExistingBoardIds, writeBoards } from './move-to-board.ts'
import { writeOwners } from './set-owner.ts'
import { loadTags, writeTags } from './set-tags.ts'

/**
 * Undoes the changes of owners, boards and tags that the same actor made in an earlier HTTP request, as the audit log
 * recorded them. What changed again since stays as it is, and so does what would need a member, board or tag that no
 * longer exists.
 * @param requestId the id of that HTTP request.
 * @returns the ids of the requests that changed back.
 * @throws 403
 */
export async function undoOrganizing(tx: WriteScope, requestId: string): Promise<string[]> {
  permit(feedbackCan(tx.actor).organize)
  const recorded = await listRecordedChanges(tx, requestId)
  const locked = await lockExistingRequests(tx, [...new Set(recorded.map(({ id }) => id))])
  const undo = <T extends keyof RecordedTypes>(type: T) =>
    recorded.flatMap((event) => {
      const request = locked.find(({ id }) => id === event.id)
      return event.type === type && request ? [{ request, changes: event.changes as RecordedTypes[T] }] : []
    })
  const changed = [
    ...(await undoOwners(tx, undo('feedback.owner_changed'))),
    ...(await undoBoards(tx, undo('feedback.board_changed'))),
    ...(await undoTags(tx, undo('feedback.tags_changed'))),
  ]
  return [...new Set(changed.map(({ id }) => id))]
}

interface RecordedTypes {
  'feedback.owner_changed': { ownerId: [from: string | null, to: string | null] }
  'feedback.board_changed': { boardId: [from: string, to: string] }
  'feedback.tags_changed': { added: { id: string }[]; removed: { id: string }[] }
}

interface Undo<T extends keyof RecordedTypes> {
  request: LockedRequest
  changes: RecordedTypes[T]
}

async function undoOwners(tx: WriteScope, undos: Undo<'feedback.owner_changed'>[]) {
  const asLeft = undos.filter(({ request, changes }) => request.owner_id === changes.ownerId[1])
  const members = await listMemberNames(
    tx,
    asLeft.map(({ changes }) => changes.ownerId[0]).filter((id) => id !== null),
  )
  return writeOwners(
    tx,
    asLeft
      .filter(({ changes: { ownerId } }) => ownerId[0] === null || members.has(ownerId[0]))
      .map(({ request: { id, title }, changes: { ownerId } }) => ({ id, title, from: ownerId[1], to: ownerId[0] })),
  )
}

async function undoBoards(tx: WriteScope, undos: Undo<'feedback.board_changed'>[]) {
  const asLeft = undos.filter(({ request, changes }) => request.board_id === changes.boardId[1])
  const boards = await filterExistingBoardIds(
    tx,
    asLeft.map(({ changes }) => changes.boardId[0]),
  )
  return writeBoards(
    tx,
    asLeft
      .filter(({ changes: { boardId } }) => boards.has(boardId[0]))
      .map(({ request: { id, title }, changes: { boardId } }) => ({ id, title, from: boardId[1], to: boardId[0] })),
  )
}

async function undoTags(tx: WriteScope, undos: Undo<'feedback.tags_changed'>[]) {
  const toIds = (tags: { id: string }[]) => tags.map(({ id }) => id)
  const requests = undos.map(({ request }) => request)
  const [current, names] = await loadTags(
    tx,
    requests,
    undos.flatMap(({ changes }) => toIds(changes.removed)),
  )
  return writeTags(
    tx,
    undos.map(({ request: { id, title }, changes }) => ({
      id,
      title,
      added: toIds(changes.removed).filter((tagId) => names.has(tagId) && !current.get(id)?.has(tagId)),
      removed: toIds(changes.added).filter((tagId) => current.get(id)?.has(tagId)),
    })),
    names,
  )
}

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/** Lists the changes recorded for an HTTP request, except those followed by another of the same kind. */
async function listRecordedChanges({ db, workspaceId, actor, now }: WriteScope, requestId: string) {
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const { rows } = await sql<{ id: string; type: keyof RecordedTypes; changes: RecordedTypes[keyof RecordedTypes] }>`
    select e.target_id as id, e.type, e.changes from audit_events e
    where e.workspace_id = ${workspaceId}
      and e.type in ('feedback.owner_changed', 'feedback.board_changed', 'feedback.tags_changed')
      and e.created_at > ${since} and e.request_id = ${requestId}
      and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id and o.type = e.type
          and (o.created_at, o.id) > (e.created_at, e.id))`.execute(db)
  return rows
}
