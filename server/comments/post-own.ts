import { type RawBuilder, sql } from 'kysely'
import { checkOwnName } from '../customers/names.ts'
import { isOwnName } from '../customers/public-name.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { renameSelf } from '../customers/self/rename.ts'
import { type Participant, setMissingName, takePartAndLock } from '../customers/tracking/take-part.ts'
import { recordEvent } from '../events/record.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { followByCommenting } from '../follows/set-own.ts'
import { permit } from '../platform/authorization.ts'
import { isVisibleText } from '../platform/formats/visible-text.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { type Static, Strict, Text, Type, Uuid } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { createValidator } from '../platform/validation.ts'
import { loadCommentsJson, type Thread } from './queries.ts'
import { recordComment } from './record.ts'
import { mustAwaitReview } from './review/must-await-review.ts'
import { recordPendingComment } from './review/record-pending.ts'
import { CommentCreate } from './schema.ts'

/** A comment that a customer writes on the portal. */
export const OwnComment = Strict({
  body: CommentCreate.properties.body,
  /** The comment it replies to. */
  parentId: Type.Optional(Uuid()),
  /** Stored as the customer's name if they have not chosen one yet. An empty name is ignored. */
  name: Type.Optional(Text({ max: 100 })),
})
export type OwnComment = Static<typeof OwnComment>

const check = createValidator(OwnComment, '')

/** Validates a comment and trims its texts in place. @throws 400 listing every invalid member */
export function checkOwnComment(input: OwnComment): void {
  const problems = check(input)
  if (problems.length === 0 && !isVisibleText(input.body))
    throw invalid([{ path: '/body', message: 'must have visible characters' }])
  if (problems.length > 0) throw invalid(problems)
}

export interface PostedComment {
  id: string
  isNew: boolean
  /** False while it waits for review. */
  isPublic: boolean
}

/**
 * Posts a customer's comment or reply in a public thread. The board decides whether it waits for review; a comment from
 * a network that sends too many always waits (`isSuspect`). The same text in the same place within an hour counts as
 * one form sent twice and returns the first comment. The author follows the request once the comment is public.
 * @throws 400, also for a parent that cannot be replied to; 403 at the plan's cap of customers; 404 if the thread is
 * not public or is closed to comments
 */
export async function postOwnComment(
  tx: WriteScope,
  thread: Thread,
  input: OwnComment,
  participant: Participant,
  { isSuspect = false }: { isSuspect?: boolean } = {},
): Promise<PostedComment> {
  permit(isSelf(tx.actor, participant.customerId))
  checkOwnComment(input)
  await lockOpenThread(tx, thread)
  await assertValidParent(tx, thread, input.parentId)
  await takePartAndLock(tx, participant)
  const { customerId } = participant
  await chooseFirstName(tx, customerId, input.name)
  const duplicate = await findDuplicateComment(tx, thread, input, customerId)
  if (duplicate) return { ...duplicate, isNew: false }
  const { body, parentId } = input
  const comment = { body, ...(parentId !== undefined && { parentId }) }
  const isPublic = !isSuspect && !(await mustAwaitReview(tx, thread, { body, customerId }))
  if (!isPublic) return { id: recordPendingComment(tx, thread, customerId, comment), isNew: true, isPublic }
  followByCommenting(tx, thread, customerId)
  const id = recordComment(tx, thread, customerId, comment)
  recordEvent(tx, { type: 'comment.created', resourceId: id, data: loadCommentsJson })
  return { id, isNew: true, isPublic }
}

/**
 * Stores the name that came with a comment, unless the customer has chosen a name before. It also replaces a private
 * name that the API, an import or the team gave, because the form says where the name appears (ADR 0027).
 * @throws 400 for a name that resembles the team
 */
async function chooseFirstName(tx: WriteScope, customerId: string, name: string | undefined): Promise<void> {
  if (!name) return
  const before = await tx.db
    .selectFrom('customers')
    .select(['name', 'name_source as source'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (before?.name != null)
    return isOwnName(before.source) ? undefined : renameSelf(tx, customerId, name, { isConfirmed: true })
  const checked = await checkOwnName(tx, customerId, name)
  if (checked !== '') setMissingName(tx, customerId, checked)
}

/** Locks a thread so that it cannot be merged, deleted, hidden or closed until the comment is stored. @throws 404 */
async function lockOpenThread({ db, workspaceId }: WriteScope, { of, id }: Thread): Promise<void> {
  const isOpen: RawBuilder<boolean> =
    of === 'feedback_id' ? isVisible('t') : sql`t.published_at is not null and t.comments_enabled`
  const table = sql.table(of === 'feedback_id' ? 'feedback' : 'changelog_entries')
  const { rows } = await sql`
    select t.id from ${table} t where t.workspace_id = ${workspaceId} and t.id = ${id} and ${isOpen}
    for no key update of t`.execute(db)
  if (rows.length === 0) throw notFound()
}

/**
 * Allows replies to public top-level comments only. A team note looks like a comment that does not exist.
 * @throws 400
 */
async function assertValidParent(
  { db, workspaceId }: Scope,
  thread: Thread,
  parentId: string | undefined,
): Promise<void> {
  if (parentId === undefined) return
  const parent = await db
    .selectFrom('comments')
    .select('parent_id')
    .where('workspace_id', '=', workspaceId)
    .where(thread.of, '=', thread.id)
    .where('id', '=', parentId)
    .where('is_internal', '=', false)
    .executeTakeFirst()
  if (!parent) throw invalid([{ path: '/parentId', message: 'must be a comment of this thread' }])
  if (parent.parent_id !== null) throw invalid([{ path: '/parentId', message: 'must not itself be a reply' }])
}

const duplicateWindowMinutes = 60

async function findDuplicateComment(scope: Scope, thread: Thread, { body, parentId }: OwnComment, customerId: string) {
  const { workspaceId } = scope
  const since = new Date(Date.parse(scope.now) - duplicateWindowMinutes * 60_000).toISOString()
  const isSame = sql`workspace_id = ${workspaceId} and ${sql.ref(thread.of)} = ${thread.id}
    and customer_id = ${customerId} and created_at > ${since} and body = ${body}
    and parent_id is not distinct from ${parentId ?? null}::uuid`
  const { rows } = await sql<{ id: string; isPublic: boolean }>`
    select id, true as "isPublic" from comments where ${isSame}
    union all select id, false from pending_comments where ${isSame} and status = 'pending' limit 1`.execute(scope.db)
  return rows[0]
}
