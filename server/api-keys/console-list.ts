import { sql } from 'kysely'
import { permit } from '../members/roles.ts'
import type { Scope } from '../platform/scope.ts'
import { apiKeysCan } from './permissions.ts'
import { type Preset, presetOf } from './presets.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

export interface ShownKey {
  id: string
  name: string
  prefix: string
  scopes: string[]
  preset: Preset | null
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  state: KeyState
}

// Those that work come first, so what is cut off is history.
const keysAtMost = 500

/** The keys of the workspace for its settings: those that work, then those that have ended; newest first. @throws 403 */
export async function shownKeys({ db, workspaceId, actor, now }: Scope): Promise<ShownKey[]> {
  permit(apiKeysCan(actor).see)
  const { rows } = await sql<Omit<ShownKey, 'preset'>>`
    select id, name, prefix, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", last_used_at as "lastUsedAt", state
    from (select *, case when revoked_at is not null then 'revoked'
                         when expires_at <= ${now} then 'expired' else 'active' end as state
          from api_keys where workspace_id = ${workspaceId}) k
    order by state <> 'active', created_at desc, id desc limit ${keysAtMost}`.execute(db)
  return rows.map((row) => ({ ...row, preset: presetOf(row.scopes) }))
}
