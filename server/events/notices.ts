import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/** What channels can post, but the API does not list as events: some notices, like reports, are only for the team. */
export const noticeKinds = ['request.milestone', 'comment.pending', 'report.created', 'tracker.failed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface Notice {
  kind: NoticeKind
  subjectId: string
  /** The request whose board decides which channels get the notice; null if the notice is not about a request. */
  feedbackId: string | null
}

/** Records a notice in the transaction of the change. The webhook dispatcher delivers it to channels. */
export const recordNotice = ({ db, workspaceId, defer }: WriteScope, { kind, subjectId, feedbackId }: Notice): void =>
  defer(insertNotices(kind, sql`select ${workspaceId}::uuid, ${subjectId}::uuid, ${feedbackId}::uuid`).execute(db))

/**
 * Inserts notices, only for workspaces with a channel that wants them: others would pass through the queue in vain.
 * @param subjects selects the workspace, the subject and the request of each notice
 */
export const insertNotices = (kind: NoticeKind, subjects: RawBuilder<unknown>) => sql`
  insert into channel_notices (workspace_id, subject_id, feedback_id, kind)
  select n.*, ${kind} from (${subjects}) as n (workspace_id, subject_id, feedback_id)
  where exists (select from webhooks w where w.workspace_id = n.workspace_id and w.provider is not null
    and w.disabled_reason is null and ${kind} = any(w.events))`
