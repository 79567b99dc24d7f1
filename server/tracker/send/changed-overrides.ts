import { pickChanges } from '../../audit/changes.ts'
import { getFeedback } from '../../feedback/queries.ts'
import type { Scope } from '../../platform/scope.ts'
import type { TrackerDeps } from '../client/session.ts'
import { getCurrentConnection } from '../connection/queries.ts'
import { loadTracker } from '../registry.ts'
import type { TrackerOverrides } from '../schema.ts'
import { buildProposedIssue } from './proposed-issue.ts'

/**
 * Of what somebody has filled in, what sending would not propose by itself: a form that was left as it is goes by the
 * connection's defaults, as they are then. Reads the database alone. @throws 404
 */
export async function changedOverrides(
  { publicUrl }: Pick<TrackerDeps, 'publicUrl'>,
  scope: Scope,
  feedbackId: string,
  filledIn: TrackerOverrides,
): Promise<TrackerOverrides> {
  const [feedback, connection] = await Promise.all([getFeedback(scope, feedbackId), getCurrentConnection(scope)])
  const tracker = connection && (await loadTracker(connection.provider))
  const { teamId, labelIds } = filledIn
  // The defaults of one team are not proposed for another.
  const team = teamId === undefined ? {} : { teamId }
  const proposed = await buildProposedIssue(scope, feedback, team, { publicUrl, connection, tracker })
  const usual = { ...proposed, teamId: connection?.team_id ?? null }
  const labels = labelIds && isSameSet(labelIds, usual.labelIds) ? { labelIds: usual.labelIds } : {}
  return (pickChanges(usual, { ...filledIn, ...labels }) ?? {}) as TrackerOverrides
}

const isSameSet = (some: string[], others: string[]): boolean =>
  new Set(some).symmetricDifference(new Set(others)).size === 0
