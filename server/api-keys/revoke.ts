import { audit } from '../audit/record.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'

/**
 * Revokes a key; revoked already, it stays so. After the commit, wait `leaseMs` before saying that it is done: until
 * then a server process may still rely on having looked the key up (authenticate.ts).
 * @throws 404
 */
export async function revokeKey(tx: WriteScope, id: string): Promise<{ id: string; revokedAt: string }> {
  const key = await tx.db
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  if (key.revoked_at !== null) return { id, revokedAt: key.revoked_at }
  tx.defer(
    tx.db
      .updateTable('api_keys')
      .set({ revoked_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'api_key.revoked', id)
  return { id, revokedAt: tx.now }
}
