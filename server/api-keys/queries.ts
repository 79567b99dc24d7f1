import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'

/** The keys of a workspace, newest first; nothing of them that could be used. */
export const listApiKeys = ({ db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>) =>
  db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'prefix',
      'scopes',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** For the operator, who revokes by id alone. @throws 404 */
export async function findApiKeyWorkspaceId(db: Scope['db'], id: string): Promise<string> {
  const row = await db.selectFrom('api_keys').select('workspace_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.workspace_id
}
