import type { Scope } from '../platform/scope.ts'

/** Finds which of these workspaces has the request, even if it has been merged; null if none has. */
export async function findRequestWorkspaceId(
  db: Scope['db'],
  workspaceIds: string[],
  id: string,
): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('feedback')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .unionAll(
      db
        .selectFrom('feedback_merges')
        .select('workspace_id')
        .where('workspace_id', 'in', workspaceIds)
        .where('feedback_id', '=', id),
    )
    .executeTakeFirst()
  return row?.workspace_id ?? null
}
