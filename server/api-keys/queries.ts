import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { apiKeysCan } from './permissions.ts'
import { findScopePreset, type ScopePreset } from './presets.ts'

/** A replaced key works until it expires. */
export type ApiKeyState = 'active' | 'replaced' | 'expired' | 'revoked'

export interface ApiKeyListItem {
  id: string
  name: string
  prefix: string
  scopes: string[]
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  state: ApiKeyState
  /** Null if the scopes were chosen one by one. */
  preset: ScopePreset | null
}

/**
 * Lists the API keys of a workspace, without secrets: working keys first, then newest first, so that a limit cuts off
 * only keys that no longer work. @throws 403
 */
export async function listApiKeys(
  { db, workspaceId, actor, now }: Pick<Scope, 'db' | 'workspaceId' | 'actor' | 'now'>,
  limit: number | null = null,
): Promise<ApiKeyListItem[]> {
  permit(apiKeysCan(actor).see)
  const { rows } = await sql<Omit<ApiKeyListItem, 'preset'>>`
    select id, name, prefix, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", last_used_at as "lastUsedAt", state
    from (select *, case when revoked_at is not null then 'revoked'
                         when expires_at <= ${now} then 'expired'
                         when expiry_changed_at is not null then 'replaced' else 'active' end as state
          from api_keys where workspace_id = ${workspaceId}) k
    order by state not in ('active', 'replaced'), created_at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, preset: findScopePreset(row.scopes) }))
}

/** Finds the workspace of a key, for the operator, who revokes a key by its id alone. @throws 404 */
export async function findApiKeyWorkspaceId(db: Scope['db'], id: string): Promise<string> {
  const row = await db.selectFrom('api_keys').select('workspace_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.workspace_id
}
