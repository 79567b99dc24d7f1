import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import { invalid, invalidState, notFound } from '../platform/problems.ts'
import { Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type CreatedApiKey, createApiKey } from './create.ts'
import { apiKeysCan } from './permissions.ts'

/** The overlaps that a form offers, in hours: none, a deployment, a day, a week. */
export const overlapHours = [0, 1, 24, 168] as const
export type OverlapHours = (typeof overlapHours)[number]

export const OverlapChoice = Type.Object({
  overlapHours: Type.Unsafe<OverlapHours>({ type: 'integer', enum: [...overlapHours] }),
})

export interface ApiKeyRotation {
  /** How long both keys work. */
  overlapMinutes: number
  /** When the new key expires; null for never. Default: when the old key would have expired. */
  expiresAt?: string | null
}

export interface ApiKeyRotationResult {
  key: CreatedApiKey
  /** When the old key stops working; ISO 8601. */
  replacedExpiresAt: string
}

const minuteMs = 60_000

// An overlap of more than a year is not a replacement.
const maxOverlapMinutes = 365 * 24 * 60

/**
 * Creates a key with the same name, scopes and expiry date; the old key stops working after the overlap, and never
 * later than it would have. A key that is about to expire therefore needs a new `expiresAt`. As with a revocation, wait
 * `leaseMs` after the commit before reporting success (authenticate.ts).
 * @param creator shown in the list of keys; the acting member unless the operator names one
 * @throws 404; 400 for a key that was revoked, replaced or has expired, and for an invalid overlap or expiry; 403
 */
export async function rotateApiKey(
  tx: WriteScope,
  id: string,
  { overlapMinutes, expiresAt }: ApiKeyRotation,
  creator?: string,
): Promise<ApiKeyRotationResult> {
  permit(apiKeysCan(tx.actor).rotate)
  if (overlapMinutes < 0 || overlapMinutes > maxOverlapMinutes) {
    throw invalid([{ path: '/overlap', message: 'must be at most 365d' }])
  }
  const old = await lockActiveKey(tx, id)
  const overlapEnd = new Date(Date.parse(tx.now) + overlapMinutes * minuteMs).toISOString()
  const replacedExpiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd
  const { name, scopes } = old
  const newExpiry = expiresAt === undefined ? old.expires_at : expiresAt
  const key = await createApiKey(tx, { name, scopes, expiresAt: newExpiry }, creator)
  expireApiKey(tx, old.id, overlapMinutes === 0 ? null : replacedExpiresAt)
  audit(tx, 'api_key.rotated', old.id, { newKeyId: key.id, name, expiresAt: [old.expires_at, replacedExpiresAt] })
  return { key, replacedExpiresAt }
}

/** Locks a key, so that only one of two concurrent rotations replaces it. */
async function lockActiveKey(tx: WriteScope, id: string) {
  const key = await tx.db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'expires_at', 'expiry_changed_at', 'revoked_at'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw notFound()
  if (key.revoked_at !== null) throw invalidState('This key has been revoked. Create a new one instead.')
  if (key.expires_at !== null && key.expires_at <= tx.now) {
    throw invalidState('This key has expired. Create a new one instead.')
  }
  if (key.expiry_changed_at !== null) {
    throw invalidState('This key has already been replaced. Rotate the key that replaced it instead.')
  }
  return { ...key, scopes: key.scopes as ApiScope[] }
}

/**
 * Expires a locked key at this time, or revokes it now if null. Only a rotation changes the expiry, so a key whose expiry
 * has changed has been replaced. The time of the change comes from the database's clock,
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
