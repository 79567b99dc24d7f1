import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { apiKeysCan } from './permissions.ts'

/**
 * Revokes a key; idempotent. After the commit, wait `leaseMs` before reporting success: until then a server process
 * may still trust its cached key (authenticate.ts). The time of the revocation comes from the database's clock, which
 * those processes use when they ask for changes.
 * @throws 404, 403
 */
export async function revokeApiKey(tx: WriteScope, id: string): Promise<{ id: string; revokedAt: string }> {
  permit(apiKeysCan(tx.actor).revoke)
  const key = await tx.db
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  if (key.revoked_at !== null) return { id, revokedAt: key.revoked_at }
  const { revoked_at: revokedAt } = await tx.db
    .updateTable('api_keys')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .returning('revoked_at')
    .executeTakeFirstOrThrow()
  audit(tx, 'api_key.revoked', id)
  return { id, revokedAt: revokedAt! }
}
