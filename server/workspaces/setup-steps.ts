import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceSummary } from './schema.ts'

export type SetupSteps = WorkspaceSummary['setup']

/** The setup steps that the database knows; email depends on the instance's settings. */
export type StoredSetupSteps = Omit<SetupSteps, 'email' | 'complete'>

/** Selects the stored setup steps of a workspace as JSON; each is one lookup in an index. */
export function selectSetupSteps(workspaceId: string): RawBuilder<StoredSetupSteps> {
  const hasAny = (table: string, condition = sql`true`) =>
    sql`exists (select from ${sql.table(table)} where workspace_id = ${workspaceId} and ${condition})`
  return sql`json_build_object('board', ${hasAny('boards')}, 'feedback', ${hasAny('feedback')},
    'roadmap', ${hasAny('roadmap_items')},
    'changelogPublished', ${hasAny('changelog_entries', sql`state = 'published'`)},
    'tracker', ${hasAny('tracker_connections', sql`disconnected_at is null`)})`
}

/** Adds whether mail is configured, and whether every step is done. */
export function presentSetupSteps(stored: StoredSetupSteps, isMailConfigured: boolean): SetupSteps {
  const steps = { ...stored, email: isMailConfigured }
  return { ...steps, complete: Object.values(steps).every(Boolean) }
}
