import { feedbackCan } from '../../feedback/permissions.ts'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Choices, listAllChoices } from '../client/choices.ts'
import { toTrackerProblem } from '../client/errors.ts'
import { type TrackerDeps, withTrackerSession } from '../client/session.ts'
import type { CurrentConnection } from '../connection/queries.ts'
import { type TargetMember, TrackerError } from '../tracker.ts'

export interface IssueChoices extends Choices {
  /** Members that issues of this tracker do not have. */
  unsupported: readonly TargetMember[]
  maxTitleLength: number
}

/**
 * Asks the tracker what an issue of a team can be given. Never call it inside a transaction.
 * @throws 403; 400 with `guidance` if the connection does not work; 500 without an answer in ten seconds.
 */
export async function listIssueChoices(
  deps: TrackerDeps,
  { actor, db }: Scope,
  connection: CurrentConnection,
  teamId: string | null,
): Promise<IssueChoices> {
  permit(feedbackCan(actor).send)
  const signal = AbortSignal.timeout(deps.timeoutMs)
  try {
    return await withTrackerSession(deps, db, connection, signal, async ({ session, tracker }) => ({
      ...(await listAllChoices(session, teamId)),
      unsupported: tracker.unsupported,
      maxTitleLength: tracker.maxTitleLength,
    }))
  } catch (error) {
    throw error instanceof TrackerError ? toTrackerProblem(error, connection.provider, deps.publicUrl) : error
  }
}
