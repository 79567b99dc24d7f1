import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/** What channels can post, but the API does not list as an event: some of it is only for the team, such as reports. */
export const noticeKinds = ['request.milestone', 'comment.pending', 'report.created', 'tracker.failed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface Notice {
  kind: NoticeKind
  subjectId: string
  /** The request whose board decides which channels get it; null if it is about none. */
  feedbackId: string | null
}

/** Records a notice in the transaction of the change. The dispatcher of webhooks hands it to the channels that want it. */
export const recordNotice = ({ db, workspaceId, defer }: WriteScope, { kind, subjectId, feedbackId }: Notice): void =>
  defer(insertNotices(kind, sql`select ${workspaceId}::uuid, ${subjectId}::uuid, ${feedbackId}::uuid`).execute(db))

/**
 * Inserts notices of the workspaces with a channel that wants them. Others would only pass through the queue.
 * @param subjects selects the workspace, the subject and the request of each notice
 */
export const insertNotices = (kind: NoticeKind, subjects: RawBuilder<unknown>) => sql`
  insert into channel_notices (workspace_id, subject_id, feedback_id, kind)
  select n.*, ${kind} from (${subjects}) as n (workspace_id, subject_id, feedback_id)
  where exists (select from webhooks w where w.workspace_id = n.workspace_id and w.provider is not null
    and w.disabled_reason is null and ${kind} = any(w.events))`
