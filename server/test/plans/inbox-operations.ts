import { sql } from 'kysely'
import { createDueMemberMails } from '../../inbox/mail/create-due.ts'
import { requeueLostMemberMails } from '../../inbox/mail/requeue-lost.ts'
import { markRead } from '../../inbox/mark.ts'
import { notifyOfReply } from '../../inbox/notify.ts'
import { countUnread, listInbox } from '../../inbox/queries.ts'
import { getReviewItem } from '../../inbox/review.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { testSecretKey } from '../test-app.ts'
import { inboxMemberEmail } from './dataset.ts'
import { type HotOperation, read } from './subject.ts'

const signer = new Signer(testSecretKey, 'cursors')
// A page, and for each of its rows the small tables of members and keys as a whole, where PostgreSQL prefers that.
const listed = 31 * 160
// The comments of the request, of which only some are replies of the team.
const comments = 3_100
// Submissions to review, counted up to 100 through an index, and the newest of each kind.
const waiting = 2_000

/** A member's inbox, of the member who was notified of every request. */
export const inboxOperations: HotOperation[] = [
  {
    name: 'inbox: first page',
    run: read((scope) => asMember(scope, (tx) => listInbox(tx, { isUnreadOnly: false }, signer))),
    index: 'member_notifications_newest',
    maxRead: listed,
  },
  {
    name: 'inbox: unread',
    run: read((scope) => asMember(scope, (tx) => listInbox(tx, { isUnreadOnly: true }, signer))),
    index: 'member_notifications_unread',
    maxRead: listed,
  },
  {
    name: 'inbox: number of unread items',
    run: read((scope) => asMember(scope, countUnread)),
    index: 'member_notifications_unread',
    maxRead: waiting,
  },
  {
    name: 'inbox: what waits for review',
    run: read((scope) => asMember(scope, getReviewItem)),
    index: null,
    maxRead: waiting,
  },
  {
    name: 'inbox: mark a request as read',
    run: read((scope, { requestId }) => asMember(scope, (tx) => markRead(tx, { of: 'feedback_id', id: requestId }))),
    index: 'member_notifications_request',
  },
  {
    name: 'inbox: notify of a reply',
    run: read(async (tx, { requestId }) =>
      notifyOfReply(tx, { of: 'feedback_id', id: requestId }, await anyCommentId(tx)),
    ),
    index: null,
    maxRead: comments,
  },
  {
    name: 'inbox: mail that is due',
    run: ({ app }) => createDueMemberMails(app, new Date().toISOString()),
    index: null,
  },
  {
    name: 'inbox: lost mail',
    run: ({ app }) =>
      requeueLostMemberMails(app.database, (workspaceId, work) => writeAsSystem(app, workspaceId, work)),
    index: null,
  },
]

export async function asMember<T>(scope: WriteScope, work: (tx: WriteScope) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ id: string }>`
    select id from members where workspace_id = ${scope.workspaceId} and lower(email) = ${inboxMemberEmail}`.execute(
    scope.db,
  )
  return work({ ...scope, actor: { type: 'member', id: rows[0]!.id, role: 'member' } })
}

async function anyCommentId({ db, workspaceId }: WriteScope): Promise<string> {
  const row = await db
    .selectFrom('comments')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? newId()
}
