import type { Scope } from '../../platform/scope.ts'
import { toTrackerProblem } from '../client/errors.ts'
import { type TrackerDeps, withTrackerSession } from '../client/session.ts'
import type { CurrentConnection } from '../connection/queries.ts'
import { loadTracker } from '../registry.ts'
import { type Choice, type TargetMember, TrackerError } from '../tracker.ts'

/** What an issue can be given, 250 of each at most. */
export interface IssueChoices {
  teams: Choice[]
  projects: Choice[]
  labels: Choice[]
  assignees: Choice[]
  /** What an issue of this tracker does not have. */
  unsupported: readonly TargetMember[]
  maxTitleLength: number
}

/**
 * Asks the tracker what an issue of a team can be given. Not in a transaction.
 * @throws 400 with `guidance` for a connection that does not work; 500 when there is no answer in ten seconds.
 */
export async function listIssueChoices(
  deps: TrackerDeps,
  { db }: Scope,
  connection: CurrentConnection,
  teamId: string | null,
): Promise<IssueChoices> {
  const { unsupported, maxTitleLength } = await loadTracker(connection.provider)
  try {
    const signal = AbortSignal.timeout(deps.timeoutMs)
    return await withTrackerSession(deps, db, connection, signal, async ({ session }) => {
      const kinds = ['team', 'project', 'label', 'assignee'] as const
      const all = await Promise.all(kinds.map((kind) => session.listChoices(kind, kind === 'team' ? null : teamId)))
      const [teams, projects, labels, assignees] = all as [Choice[], Choice[], Choice[], Choice[]]
      return { teams, projects, labels, assignees, unsupported, maxTitleLength }
    })
  } catch (error) {
    throw error instanceof TrackerError ? toTrackerProblem(error, connection.provider, deps.publicUrl) : error
  }
}
