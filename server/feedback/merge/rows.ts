import { sql } from 'kysely'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { keepMilestone } from '../milestones.ts'
import { recountedTrend } from '../trend.ts'
import { votesWithoutVoters } from '../votes-without-voters.ts'
import { type ContextColumns, rowAsJson } from './stored-row.ts'

/** Lists the customers who voted for a request and when. @param alsoFor only those who voted for this request too. */
export function listVoteRows(
  { db, workspaceId }: Scope,
  id: string,
  alsoFor?: string,
): Promise<{ key: string; value: string }[]> {
  return db
    .selectFrom('votes as v')
    .select(['v.customer_id as key', 'v.created_at as value'])
    .where('v.workspace_id', '=', workspaceId)
    .where('v.feedback_id', '=', id)
    .$if(alsoFor !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from votes o
          where o.workspace_id = v.workspace_id and o.feedback_id = ${alsoFor} and o.customer_id = v.customer_id)`,
      ),
    )
    .orderBy('v.customer_id')
    .execute()
}

/** Lists the changelog entries that link a request, with its position in each. */
export function listEntryLinks({ db, workspaceId }: Scope, id: string): Promise<{ key: string; value: number }[]> {
  return db
    .selectFrom('changelog_entry_feedback')
    .select(['entry_id as key', 'position as value'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .orderBy('entry_id')
    .execute()
}

/** Lists the ids of the top-level comments of a request, and of those that wait for review. */
export async function listTopLevelCommentIds({ db, workspaceId }: Scope, id: string): Promise<string[]> {
  const topLevel = sql`workspace_id = ${workspaceId} and feedback_id = ${id} and parent_id is null`
  const { rows } = await sql<{ id: string }>`
    select id from comments where ${topLevel} union select id from pending_comments where ${topLevel}`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the private context of a request. */
export async function getContext({ db, workspaceId }: Scope, id: string): Promise<ContextColumns | null> {
  const { rows } = await sql<{ row: ContextColumns }>`
    select ${rowAsJson('feedback_context', 'c')} as row from feedback_context c
    where c.workspace_id = ${workspaceId} and c.feedback_id = ${id}`.execute(db)
  return rows[0]?.row ?? null
}

/** Deletes a request with everything that still belongs to it. */
export const deleteFeedbackRow = ({ db, workspaceId }: Scope, id: string) =>
  db.deleteFrom('feedback').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()

export const touchActivity = ({ db, workspaceId, now }: Scope, id: string) =>
  db
    .updateTable('feedback')
    .set({ last_activity_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()

/** Recounts votes, comments and trend of requests that the caller has locked, so that nothing is added meanwhile. */
export function recountVotesAndComments(tx: WriteScope, ids: string[]): void {
  tx.defer(
    sql`update feedback f set
        votes = (select count(*) from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id)
          + ${votesWithoutVoters},
        ${keepMilestone},
        trend = ${recountedTrend},
        comments = (select count(*) from comments c
          where c.workspace_id = f.workspace_id and c.feedback_id = f.id and not c.is_internal)
      where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[])`.execute(tx.db),
  )
}
