import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** Moves to the target the votes it lacks, all comments, waiting ones too, and the links of changelog entries that do not link it yet. */
export async function transferRows({ db, workspaceId }: Scope, sourceId: string, targetId: string): Promise<void> {
  await Promise.all([
    sql`insert into votes (workspace_id, feedback_id, customer_id, created_at)
      select workspace_id, ${targetId}, customer_id, created_at from votes
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId} on conflict do nothing`.execute(db),
    db
      .updateTable('comments')
      .set({ feedback_id: targetId })
      .where('workspace_id', '=', workspaceId)
      .where('feedback_id', '=', sourceId)
      .execute(),
    sql`update pending_comments set feedback_id = ${targetId}
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId}`.execute(db),
    sql`update changelog_entry_feedback l set feedback_id = ${targetId}
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId} and not exists (
        select from changelog_entry_feedback o
        where o.workspace_id = l.workspace_id and o.entry_id = l.entry_id and o.feedback_id = ${targetId})`.execute(db),
  ])
}
