import { sql } from 'kysely'
import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import { isNews } from '../digests/is-news.ts'

/** What an HTTP request will email people about, unless it is taken back. */
export interface RecordedNews {
  /** The requests whose stage changed, if that is news. */
  stages: string[]
  /** The requests with a staff reply. */
  replies: string[]
  /** The comments of customers that answer others. */
  comments: string[]
}

/**
 * Lists the news that an HTTP request recorded and that no digest has reported yet. A stage is news compared with the one
 * that the first waiting change left, since one digest reports them all.
 */
export async function listRecordedNews({ db, workspaceId }: Scope, requestId: string): Promise<RecordedNews> {
  const { rows } = await sql<{
    id: string
    kind: string
    from: Stage
    stage: Stage
    status: FeedbackStatus
    commentId: string | null
  }>`
    select f.id, n.kind, m.id as "commentId", f.stage, f.status, (select e.from_stage from notification_events e
      where e.workspace_id = n.workspace_id and e.feedback_id = n.feedback_id and e.digest_id is null and e.kind = 'stage'
      order by e.created_at, e.id limit 1) as "from"
    from notification_events n join feedback f on f.workspace_id = n.workspace_id and f.id = n.feedback_id
    left join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id and m.kind = 'comment'
    where n.workspace_id = ${workspaceId} and n.request_id = ${requestId} and n.digest_id is null and n.notify`.execute(
    db,
  )
  return {
    stages: rows.filter(({ kind, from, ...now }) => kind === 'stage' && isNews(from, now)).map(({ id }) => id),
    replies: rows.filter(({ kind, commentId }) => kind === 'reply' && commentId === null).map(({ id }) => id),
    comments: rows.map(({ commentId }) => commentId).filter((id) => id !== null),
  }
}

/**
 * Returns the id of the HTTP request of the actor’s newest action on a request whose mail is still waiting; null if
 * there is none.
 */
export async function findActWithMail({ db, workspaceId, actor }: Scope, feedbackId: string): Promise<string | null> {
  const row = await db
    .selectFrom('notification_events')
    .select('request_id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .where('digest_id', 'is', null)
    .where('notify', '=', true)
    .where('request_id', 'is not', null)
    .where('actor_type', '=', actor.type)
    .where('actor_id', '=', actor.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.request_id ?? null
}
