import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { isVisible } from './visibility.ts'

/** Which of these requests customers may know of. */
export async function filterVisibleIds({ db, workspaceId }: Scope, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f
    where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[]) and ${isVisible('f')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
