import { sql } from 'kysely'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { selectTrackedCustomers } from '../customers/tracking/counter.ts'
import { stages } from '../feedback/schema.ts'
import type { RateLimitConfig } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Scope } from '../platform/scope.ts'
import { roadmapStatuses } from '../roadmap/schema.ts'
import type { Plan, WorkspaceSummary } from './schema.ts'
import { presentSetupSteps, type StoredSetupSteps, selectSetupSteps } from './setup-steps.ts'

export interface SummaryDeps {
  caps: TrackedCustomerCaps
  limits: RateLimitConfig
  /** Whether an SMTP server is configured, so that mail is sent. */
  isMailConfigured: boolean
}

interface Counts {
  name: string
  slug: string
  plan: Plan
  tracked_customers: number
  setup: StoredSetupSteps
  feedback: Record<string, number> | null
  roadmap: Record<string, number> | null
  changelog: Record<string, number> | null
}

/** Loads the summary of a workspace in one statement; the counts come from the indexes of the lists. */
export async function getWorkspaceSummary(scope: Scope, deps: SummaryDeps): Promise<WorkspaceSummary> {
  const id = scope.workspaceId
  const { rows } = await sql<Counts>`
    select name, slug, plan, ${selectTrackedCustomers(id)} as tracked_customers,
      ${selectSetupSteps(id)} as setup,
      (select json_object_agg(stage, count) from (
        select stage, count(*) from feedback where workspace_id = ${id} group by stage) c) as feedback,
      (select json_object_agg(status, count) from (
        select status, count(*) from roadmap_items where workspace_id = ${id} group by status) c) as roadmap,
      (select json_object_agg(state, count) from (
        select state, count(*) from changelog_entries where workspace_id = ${id} group by state) c) as changelog
    from workspaces where workspace_id = ${id}`.execute(scope.db)
  return present(rows[0]!, deps)
}

const byName = <K extends string>(names: readonly K[], counts: Record<string, number> | null): Record<K, number> =>
  Object.fromEntries(names.map((name) => [name, counts?.[name] ?? 0])) as Record<K, number>

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((total, count) => total + count, 0)

function present(row: Counts, { caps, limits, isMailConfigured }: SummaryDeps): WorkspaceSummary {
  const byStage = byName(stages, row.feedback)
  const byStatus = byName(roadmapStatuses, row.roadmap)
  const changelog = byName(['draft', 'published'], row.changelog)
  const feedback = { total: sum(byStage), byStage }
  const roadmap = { total: sum(byStatus), byStatus }
  return {
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    limits: {
      trackedCustomers: { used: row.tracked_customers, max: caps[row.plan] },
      requestsPerMinute: { key: limits.key, workspace: limits.workspace },
    },
    counts: { feedback, roadmap, changelog },
    setup: presentSetupSteps(row.setup, isMailConfigured),
  }
}
