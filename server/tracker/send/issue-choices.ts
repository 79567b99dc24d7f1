import type { Scope } from '../../platform/scope.ts'
import type { OpenConnection } from '../connection/queries.ts'
import { converse, type TrackerDeps } from '../client/session.ts'
import { asProblem } from '../client/errors.ts'
import { trackerOf } from '../registry.ts'
import { type Choice, type TargetMember, TrackerError } from '../tracker.ts'

/** What an issue can be given, 250 of each at most. */
export interface IssueChoices {
  teams: Choice[]
  projects: Choice[]
  labels: Choice[]
  assignees: Choice[]
  /** What an issue of this tracker does not have. */
  lacks: readonly TargetMember[]
  titleAtMost: number
}

/**
 * Asks the tracker what an issue of a team can be given. Not in a transaction.
 * @throws 400 with `guidance` for a connection that does not work; 500 when there is no answer in ten seconds.
 */
export async function issueChoices(
  deps: TrackerDeps,
  { db }: Scope,
  connection: OpenConnection,
  teamId: string | null,
): Promise<IssueChoices> {
  const { lacks, titleAtMost } = await trackerOf(connection.provider)
  try {
    const signal = AbortSignal.timeout(deps.patienceMs)
    return await converse(deps, db, connection, signal, async ({ session }) => {
      const kinds = ['team', 'project', 'label', 'assignee'] as const
      const all = await Promise.all(kinds.map((kind) => session.choices(kind, kind === 'team' ? null : teamId)))
      const [teams, projects, labels, assignees] = all as [Choice[], Choice[], Choice[], Choice[]]
      return { teams, projects, labels, assignees, lacks, titleAtMost }
    })
  } catch (error) {
    throw error instanceof TrackerError ? asProblem(error, connection.provider, deps.publicUrl) : error
  }
}
