import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { MergeSnapshot } from './snapshot.ts'

/** Who voted for a request and when; of them those who also voted for another. */
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

/** The comments of a request that answer no other. */
export async function listTopLevelCommentIds({ db, workspaceId }: Scope, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .where('parent_id', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Who asked and where. */
export async function getContext({ db, workspaceId }: Scope, id: string): Promise<MergeSnapshot['context']> {
  const row = await db
    .selectFrom('feedback_context')
    .select(['customer_id as customerId', 'source_url as sourceUrl', 'metadata'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Takes the row out, and with it what still hangs on it. */
export const deleteFeedbackRow = ({ db, workspaceId }: Scope, id: string) =>
  db.deleteFrom('feedback').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()

export const touchActivity = ({ db, workspaceId, now }: Scope, id: string) =>
  db
    .updateTable('feedback')
    .set({ last_activity_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
