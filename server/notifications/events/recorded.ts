import type { FeedbackStatus, Stage } from '../../feedback/schema.ts'
import type { Scope } from '../../platform/scope.ts'
import { isNews } from '../digests/is-news.ts'

/** What an HTTP request will email people about, unless it is taken back. */
export interface RecordedNews {
  /** The requests whose stage changed, if that is news. */
  stages: string[]
  /** The requests with a reply. */
  replies: string[]
}

/** Lists the news that an HTTP request recorded and that no digest has reported yet. */
export async function listRecordedNews({ db, workspaceId }: Scope, requestId: string): Promise<RecordedNews> {
  const rows = await db
    .selectFrom('notification_events as n')
    .innerJoin('feedback as f', (join) =>
      join.onRef('f.workspace_id', '=', 'n.workspace_id').onRef('f.id', '=', 'n.feedback_id'),
    )
    .select(['f.id', 'f.stage', 'f.status', 'n.kind', 'n.from_stage'])
    .where('n.workspace_id', '=', workspaceId)
    .where('n.request_id', '=', requestId)
    .where('n.digest_id', 'is', null)
    .execute()
  return {
    stages: rows
      .filter(({ kind, from_stage: from, stage, status }) => {
        const now = { stage: stage as Stage, status: status as FeedbackStatus }
        return kind === 'stage' && isNews(from as Stage, now)
      })
      .map(({ id }) => id),
    replies: rows.filter(({ kind }) => kind === 'reply').map(({ id }) => id),
  }
}
