import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { ApiScope } from '../platform/http/api/operations.ts'
import { invalidState, notFound } from '../platform/problems.ts'
import { Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type CreatedApiKey, describeCreator } from './create-key.ts'
import { insertApiKey } from './insert.ts'
import { apiKeysCan } from './permissions.ts'

/** How long both keys work: not at all, for a deployment, for a day, for a week. */
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
 * Makes a key like this one, which stops working after the overlap and never later than it would have. As with a
 * revocation, wait `leaseMs` after the commit before saying that it is done (authenticate.ts).
 * @throws 404; 400 for a key that has ended; 403
 */
export async function rotateApiKey(
  tx: WriteScope,
  id: string,
  { overlapHours }: { overlapHours: OverlapHours },
): Promise<ApiKeyRotationResult> {
  permit(apiKeysCan(tx.actor).rotate)
  const old = await lockKey(tx, id)
  if (old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= tx.now)) {
    throw invalidState('This key has ended. Make a new one instead.')
  }
  const overlapEnd = new Date(Date.parse(tx.now) + overlapHours * hourMs).toISOString()
  const oldEndsAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd
  const { name, scopes } = old
  const key = insertApiKey(tx, {
    name,
    scopes,
    expiresAt: newExpiry(old, overlapEnd),
    createdBy: await describeCreator(tx),
  })
  expireApiKey(tx, old.id, overlapHours === 0 ? null : oldEndsAt)
  audit(tx, 'api_key.rotated', old.id, { newKeyId: key.id, name, expiresAt: [old.expires_at, oldEndsAt] })
  return { key, replacedExpiresAt: oldEndsAt }
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

/** A date beyond the overlap is kept. A nearer one would end both keys together, so its term begins anew. */
function newExpiry(old: { created_at: string; expires_at: string | null }, overlapEnd: string): string | null {
  if (old.expires_at === null || old.expires_at > overlapEnd) return old.expires_at
  const termMs = Date.parse(old.expires_at) - Date.parse(old.created_at)
  return new Date(Date.parse(overlapEnd) + termMs).toISOString()
}

/**
 * Has a locked key end at this time, or now. Both are written with the moment of the change, by the clock of the
 * database: processes that know the key ask for such changes.
 */
export function expireApiKey(tx: WriteScope, id: string, at: string | null): void {
  const moment = sql<string>`clock_timestamp()`
  tx.defer(
    tx.db
      .updateTable('api_keys')
      .set(at === null ? { revoked_at: moment } : { expires_at: at, expiry_changed_at: moment })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
