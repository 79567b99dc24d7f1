import { sql } from 'kysely'
import type { Scope, WriteScope } from '../platform/scope.ts'

/** The request that this one was merged into, where it is not there itself any more; else null. */
export async function currentIdOf({ db, workspaceId }: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('feedback_merges')
    .select('into_id')
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', id)
    .executeTakeFirst()
  return row?.into_id ?? null
}

export interface MergedRequest {
  id: string
  title: string
  mergedAt: string
}

/** What was merged into a request, the last first. */
export const mergedInto = ({ db, workspaceId }: Scope, id: string): Promise<MergedRequest[]> =>
  db
    .selectFrom('feedback_merges')
    .select(['feedback_id as id', 'title', 'merged_at as mergedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('into_id', '=', id)
    .orderBy('merged_at', 'desc')
    .orderBy('feedback_id')
    .limit(100)
    .execute()

/** Takes out of merged requests who asked and where: for a customer who is deleted with their data. */
export async function forgetInMerges(tx: WriteScope, customerId: string): Promise<void> {
  await sql`update feedback_merges set kept = jsonb_set(kept, '{context}', 'null')
    where workspace_id = ${tx.workspaceId} and kept -> 'context' ->> 'customerId' = ${customerId}`.execute(tx.db)
}
