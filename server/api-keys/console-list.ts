import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Scope } from '../platform/scope.ts'
import { apiKeysCan } from './permissions.ts'
import { findScopePreset, type ScopePreset } from './presets.ts'

export type ApiKeyState = 'active' | 'expired' | 'revoked'

export interface ApiKeyListItem {
  id: string
  name: string
  prefix: string
  scopes: string[]
  preset: ScopePreset | null
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  state: ApiKeyState
}

// Those that work come first, so what is cut off is history.
const maxKeys = 500

/** The keys of the workspace for its settings: those that work, then those that have ended; newest first. @throws 403 */
export async function listConsoleApiKeys({ db, workspaceId, actor, now }: Scope): Promise<ApiKeyListItem[]> {
  permit(apiKeysCan(actor).see)
  const { rows } = await sql<Omit<ApiKeyListItem, 'preset'>>`
    select id, name, prefix, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", last_used_at as "lastUsedAt", state
    from (select *, case when revoked_at is not null then 'revoked'
                         when expires_at <= ${now} then 'expired' else 'active' end as state
          from api_keys where workspace_id = ${workspaceId}) k
    order by state <> 'active', created_at desc, id desc limit ${maxKeys}`.execute(db)
  return rows.map((row) => ({ ...row, preset: findScopePreset(row.scopes) }))
}
