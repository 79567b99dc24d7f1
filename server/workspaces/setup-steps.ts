import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceSummary } from './schema.ts'

export type SetupSteps = WorkspaceSummary['setup']

/** The setup steps that the database knows; email depends on the instance's settings. */
export type StoredSetupSteps = Omit<SetupSteps, 'email' | 'complete'>

/**
 * Whether a table has a row of the workspace: one lookup in an index. Without an order that an index provides, the planner
 * may expect to find a row soon in the whole table, and read most of it.
 */
export const hasAnyRow = (
  workspaceId: string,
  table: string,
  order: string,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<boolean> =>
  sql`(select true from ${sql.table(table)} where workspace_id = ${workspaceId} and ${condition}
    order by ${sql.ref(order)} desc limit 1) is not null`

/** Selects the stored setup steps of a workspace as JSON; each is one lookup in an index. */
export function selectSetupSteps(workspaceId: string): RawBuilder<StoredSetupSteps> {
  const hasAny = (table: string, order: string, condition?: RawBuilder<unknown>) =>
    hasAnyRow(workspaceId, table, order, condition)
  return sql`json_build_object('board', ${hasAny('boards', 'id')}, 'feedback', ${hasAny('feedback', 'created_at')},
    'roadmap', ${hasAny('roadmap_items', 'sort_order')},
    'changelogPublished', ${hasAny('changelog_entries', 'published_at', sql`published_at is not null`)},
    'tracker', ${hasAny('tracker_connections', 'id', sql`disconnected_at is null`)})`
}

/** Adds whether mail is configured, and whether every step is done. */
export function presentSetupSteps(stored: StoredSetupSteps, isMailConfigured: boolean): SetupSteps {
  const steps = { ...stored, email: isMailConfigured }
  return { ...steps, complete: Object.values(steps).every(Boolean) }
}
