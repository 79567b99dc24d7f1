import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import type { Plan } from '../workspaces/schema.ts'

/** The maximum size of all files of a workspace by plan, in bytes; null means no limit. */
export type StorageLimits = Record<Plan, number | null>

export interface StorageUsage {
  plan: Plan
  used: number
  max: number | null
  files: number
}

/** Returns how much space the files of a workspace take, and how much its plan allows. */
export async function getStorageUsage({ db, workspaceId }: Scope, limits: StorageLimits): Promise<StorageUsage> {
  const { rows } = await sql<{ plan: Plan; used: number; files: number }>`
    select w.plan, coalesce(sum(f.bytes), 0)::float8 as used, count(f.id)::int as files
    from workspaces w left join files f on f.workspace_id = w.workspace_id
    where w.workspace_id = ${workspaceId} group by w.plan`.execute(db)
  const row = rows[0]!
  return { ...row, max: limits[row.plan] }
}
