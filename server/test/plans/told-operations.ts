import { listHistory } from '../../audit/history.ts'
import { countTold, countToldOfReplies, listTold, toldLimit } from '../../notifications/deliveries/told.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { Database } from '../../platform/db/database.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { testSecretKey } from '../test-app.ts'
import { type HotOperation, read } from './subject.ts'

const signer = new Signer(testSecretKey, 'cursors')
const recipients = 900

/** What a request page shows of the mail about a stage and a reply that went to many customers. */
export const toldOperations: HotOperation[] = [
  {
    name: 'console: how many people were told',
    run: read(async (scope) => {
      const { comment_id: commentId, feedback_id: feedbackId } = await findTold(scope)
      const numbers = await countToldOfReplies(scope, [commentId])
      const query = { emailed: (event: string) => countTold(event, feedbackId) }
      const history = await listHistory(scope, [feedbackId], query, signer)
      const [change] = history.data.filter(({ emailed }) => emailed !== null)
      if (!numbers.get(commentId) || !change) throw new Error('Nobody was told.')
    }),
    // Not the deliveries, of which there are many more.
    index: null,
  },
  {
    name: 'console: who was told of a reply',
    run: read(async (scope) => {
      const { comment_id: commentId, feedback_id: feedbackId } = await findTold(scope)
      if ((await listTold(scope, { feedbackId, commentId })).length === 0) throw new Error('Nobody was told.')
    }),
    index: 'notification_deliveries_digest',
    maxRead: toldLimit + 1,
    maxSorted: toldLimit + 1,
  },
  {
    name: 'console: who was told of a change',
    run: read(async (scope) => {
      const { audit_event_id: auditEventId, feedback_id: feedbackId } = await findTold(scope)
      if ((await listTold(scope, { feedbackId, auditEventId })).length === 0) throw new Error('Nobody was told.')
    }),
    index: 'notification_deliveries_digest',
    maxRead: toldLimit + 1,
    maxSorted: toldLimit + 1,
  },
]

const findTold = ({ db, workspaceId }: WriteScope) =>
  db
    .selectFrom('notification_events as n')
    .innerJoin('audit_events as a', (join) =>
      join
        .onRef('a.workspace_id', '=', 'n.workspace_id')
        .onRef('a.target_id', '=', 'n.feedback_id')
        .on('a.request_id', '=', 'told'),
    )
    .select(['n.comment_id', 'n.feedback_id', 'a.id as audit_event_id'])
    .where('n.workspace_id', '=', workspaceId)
    .where('n.request_id', '=', 'told')
    .$narrowType<{ comment_id: string }>()
    .executeTakeFirstOrThrow()

/** Emails a stage and a reply to up to 900 customers of each workspace. */
export async function insertDigests({ pool }: Database): Promise<void> {
  await pool.query(
    `with told as (
       select distinct on (workspace_id) workspace_id, id as feedback_id, uuidv7() as comment_id, uuidv7() as digest_id
       from feedback order by workspace_id, id),
     comment as (
       insert into comments (workspace_id, id, feedback_id, kind, body, is_internal, created_at, updated_at)
       select workspace_id, comment_id, feedback_id, 'staff_reply', 'In May', false, now(), now() from told),
     change as (
       insert into audit_events (workspace_id, id, type, target_id, actor_type, request_id, created_at)
       select workspace_id, uuidv7(), 'feedback.stage_changed', feedback_id, 'system', 'told', now() from told),
     recipient as (
       select told.*, c.id as customer_id from told cross join lateral (
         select id from customers where workspace_id = told.workspace_id order by id limit ${recipients}) c),
     digest as (
       insert into notification_digests (workspace_id, id, feedback_id, from_stage, stage, created_at, fanned_out_at,
         stage_request_id, told_of_stage, told_of_replies)
       select workspace_id, digest_id, feedback_id, 'in_review', 'planned', now(), now(), 'told', count(*),
         jsonb_build_object(comment_id, count(*))
       from recipient group by workspace_id, digest_id, feedback_id, comment_id),
     event as (
       insert into notification_events (workspace_id, id, feedback_id, kind, comment_id, due_at, digest_id, created_at, request_id)
       select workspace_id, uuidv7(), feedback_id, 'reply', comment_id, now(), digest_id, now(), 'told' from told)
     insert into notification_deliveries (workspace_id, digest_id, customer_id, state, due_at, created_at, ended_at,
       includes_stage, reply_ids)
     select workspace_id, digest_id, customer_id, 'sent', now(), now(), now(), true, array[comment_id] from recipient`,
  )
}
