import type { Scope } from '../../platform/scope.ts'

/** Returns the id of the request that a merged one redirects to; null if the id is not merged. */
export async function resolveMergedId({ db, workspaceId }: Scope, id: string): Promise<string | null> {
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

/** Lists the requests merged into one, most recent first. */
export const listMergedRequests = ({ db, workspaceId }: Scope, id: string): Promise<MergedRequest[]> =>
  db
    .selectFrom('feedback_merges')
    .select(['feedback_id as id', 'title', 'merged_at as mergedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('into_id', '=', id)
    .orderBy('merged_at', 'desc')
    .orderBy('feedback_id')
    .limit(100)
    .execute()
