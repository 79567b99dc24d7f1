import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import { invalidState, notFound } from '../platform/problems.ts'
import { Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type CreatedApiKey, createApiKey } from './create.ts'
import { apiKeysCan } from './permissions.ts'

/** How long both keys work after a rotation: not at all, for a deployment, for a day, for a week. */
export const overlapHours = [0, 1, 24, 168] as const
export type OverlapHours = (typeof overlapHours)[number]

export const ApiKeyRotation = Type.Object({
  overlapHours: Type.Unsafe<OverlapHours>({ type: 'integer', enum: [...overlapHours] }),
})

export interface ApiKeyRotationResult {
  key: CreatedApiKey
  /** When the old key stops working; ISO 8601. */
  replacedExpiresAt: string
}

const hourMs = 3_600_000

/**
 * Creates a key with the same name and scopes; the old key stops working after the overlap, and never later than it
 * would have. As with a revocation, wait `keyLeaseMs` after the commit before reporting success (authenticate.ts).
 * @throws 404; 400 for a revoked or expired key; 403
 */
export async function rotateApiKey(
  tx: WriteScope,
  id: string,
  { overlapHours }: { overlapHours: OverlapHours },
): Promise<ApiKeyRotationResult> {
  permit(apiKeysCan(tx.actor).rotate)
  const old = await lockKey(tx, id)
  if (old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= tx.now)) {
    throw invalidState('This key has been revoked or has expired. Create a new one instead.')
  }
  const overlapEnd = new Date(Date.parse(tx.now) + overlapHours * hourMs).toISOString()
  const oldExpiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd
  const { name, scopes } = old
  const key = await createApiKey(tx, { name, scopes, expiresAt: newExpiry(old, overlapEnd) })
  expireApiKey(tx, old.id, overlapHours === 0 ? null : oldExpiresAt)
  audit(tx, 'api_key.rotated', old.id, { newKeyId: key.id, name, expiresAt: [old.expires_at, oldExpiresAt] })
  return { key, replacedExpiresAt: oldExpiresAt }
}

async function lockKey(tx: WriteScope, id: string) {
  const key = await tx.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'created_at', 'expires_at', 'revoked_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  return { ...key, scopes: key.scopes as ApiScope[] }
}

/**
 * Returns the expiry of the new key: the old key's if that is null or after the overlap. Otherwise both keys would
 * expire together, so the new key gets the old one's lifetime, starting at the end of the overlap.
 */
function newExpiry(old: { created_at: string; expires_at: string | null }, overlapEnd: string): string | null {
  if (old.expires_at === null || old.expires_at > overlapEnd) return old.expires_at
  const termMs = Date.parse(old.expires_at) - Date.parse(old.created_at)
  return new Date(Date.parse(overlapEnd) + termMs).toISOString()
}

/**
 * Expires a locked key at this time, or revokes it now if null. The time of the change comes from the database's clock,
 * which processes that have cached the key use when they ask for changes.
 */
export function expireApiKey(tx: WriteScope, id: string, at: string | null): void {
  const changedAt = sql<string>`clock_timestamp()`
  tx.defer(
    tx.db
      .updateTable('api_keys')
      .set(at === null ? { revoked_at: changedAt } : { expires_at: at, expiry_changed_at: changedAt })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
