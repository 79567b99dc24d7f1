import { feedbackCan } from '../../feedback/permissions.ts'
import { getFeedback } from '../../feedback/queries.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { connectGuidance, toPreviewConnection, toTrackerProblem } from '../client/errors.ts'
import { type TrackerDeps, withTrackerSession } from '../client/session.ts'
import { type CurrentConnection, getCurrentConnection, recordStatus } from '../connection/queries.ts'
import { getActiveLink } from '../links.ts'
import { loadTracker } from '../registry.ts'
import type { TrackerOverrides, TrackerPreview } from '../schema.ts'
import { type ProposedIssue, TrackerError } from '../tracker.ts'
import { approvalProblems, buildProposedIssue, overrideProblems } from './proposed-issue.ts'
import { usesDefaultTarget, validateTarget } from './validate-target.ts'

type PreviewTarget = Pick<TrackerPreview, 'connection' | 'team' | 'project'>

/**
 * Returns the issue that sending would create, without sending it. Asks the tracker, so that names and the connection
 * status are current.
 * @throws 404; 403; 400 if the request is not approved or the tracker does not know an override; 500 without an answer
 * in ten seconds.
 */
export async function previewIssue(
  deps: TrackerDeps,
  scope: Scope,
  feedbackId: string,
  overrides: TrackerOverrides,
): Promise<TrackerPreview> {
  permit(feedbackCan(scope.actor).send)
  const [feedback, connection, link] = await Promise.all([
    getFeedback(scope, feedbackId),
    getCurrentConnection(scope),
    getActiveLink(scope, feedbackId),
  ])
  const tracker = connection && (await loadTracker(connection.provider))
  const problems = [
    ...approvalProblems(feedback),
    ...(tracker === null ? [] : overrideProblems(tracker, overrides, 'query.')),
  ]
  if (problems.length > 0) throw invalid(problems)
  const { publicUrl } = deps
  const issue = await buildProposedIssue(scope, feedback, overrides, { publicUrl, connection, tracker })
  const target =
    connection === null
      ? notConnected(publicUrl)
      : await resolvePreviewTarget(deps, scope, connection, issue, overrides)
  return { requestTitle: feedback.title, ...target, proposedIssue: issue, activeLink: link }
}

const notConnected = (publicUrl: string): PreviewTarget => ({
  connection: { provider: null, status: 'missing', guidance: connectGuidance(publicUrl) },
  team: null,
  project: null,
})

async function resolvePreviewTarget(
  deps: TrackerDeps,
  { db }: Scope,
  connection: CurrentConnection,
  issue: ProposedIssue,
  overrides: TrackerOverrides,
): Promise<PreviewTarget> {
  const { provider } = connection
  const present = (error: TrackerError | null) => toPreviewConnection(provider, error, deps.publicUrl)
  try {
    const found = await withTrackerSession(deps, db, connection, AbortSignal.timeout(deps.timeoutMs), ({ session }) =>
      validateTarget(session, issue, overrides, 'query.'),
    )
    if (usesDefaultTarget(overrides)) await recordStatus(db, connection, 'connected')
    return { connection: present(null), team: idAndName(found.team), project: idAndName(found.project) }
  } catch (error) {
    if (error instanceof Problem || !(error instanceof TrackerError)) throw error
    if (error.kind !== 'revoked' && error.kind !== 'stale') throw toTrackerProblem(error, provider, deps.publicUrl)
    // The names as of the last time the tracker was connected.
    const { team_id, team_name, project_id, project_name } = connection
    return {
      connection: present(error),
      team: issue.teamId === null || issue.teamId !== team_id ? null : { id: team_id, name: team_name! },
      project:
        issue.projectId === null || issue.projectId !== project_id ? null : { id: project_id, name: project_name! },
    }
  }
}

const idAndName = (choice: { id: string; name: string } | null) => choice && { id: choice.id, name: choice.name }
