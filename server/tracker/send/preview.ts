import { getFeedback } from '../../feedback/queries.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { noteStatus, type OpenConnection, openConnection } from '../connection/queries.ts'
import { converse, type TrackerDeps } from '../client/session.ts'
import { examine, isOfDefaults } from './validate-target.ts'
import { asProblem, connectGuidance, shownConnection } from '../client/errors.ts'
import { activeLink } from '../links.ts'
import { acceptanceProblems, overrideProblems, proposeIssue } from './proposed-issue.ts'
import { trackerOf } from '../registry.ts'
import type { TrackerOverrides, TrackerPreview } from '../schema.ts'
import { type ProposedIssue, TrackerError } from '../tracker.ts'

type Place = Pick<TrackerPreview, 'connection' | 'team' | 'project'>

/**
 * What sending this request would create, without sending it. Asks the tracker, so that names and the state of the
 * connection are those of now.
 * @throws 404; 400 for a request that is not approved, or for overrides that the tracker does not know; 500 when it
 * does not answer in ten seconds.
 */
export async function previewIssue(
  deps: TrackerDeps,
  scope: Scope,
  feedbackId: string,
  overrides: TrackerOverrides,
): Promise<TrackerPreview> {
  const [feedback, connection, link] = await Promise.all([
    getFeedback(scope, feedbackId),
    openConnection(scope),
    activeLink(scope, feedbackId),
  ])
  const tracker = connection && (await trackerOf(connection.provider))
  const unfit = tracker === null ? [] : overrideProblems(tracker, overrides, 'query.')
  const problems = [...acceptanceProblems(feedback), ...unfit]
  if (problems.length > 0) throw invalid(problems)
  const { publicUrl } = deps
  const issue = await proposeIssue(scope, feedback, overrides, { publicUrl, connection, tracker })
  const place = connection === null ? nowhere(publicUrl) : await placeOf(deps, scope, connection, issue, overrides)
  return { requestTitle: feedback.title, ...place, proposedIssue: issue, activeLink: link }
}

const nowhere = (publicUrl: string): Place => ({
  connection: { provider: null, status: 'missing', guidance: connectGuidance(publicUrl) },
  team: null,
  project: null,
})

async function placeOf(
  deps: TrackerDeps,
  { db }: Scope,
  connection: OpenConnection,
  issue: ProposedIssue,
  overrides: TrackerOverrides,
): Promise<Place> {
  const { provider } = connection
  const shown = (error: TrackerError | null) => shownConnection(provider, error, deps.publicUrl)
  try {
    const found = await converse(deps, db, connection, AbortSignal.timeout(deps.patienceMs), ({ session }) =>
      examine(session, issue, overrides, 'query.'),
    )
    if (isOfDefaults(overrides)) await noteStatus(db, connection, 'connected')
    return { connection: shown(null), team: idAndName(found.team), project: idAndName(found.project) }
  } catch (error) {
    if (error instanceof Problem || !(error instanceof TrackerError)) throw error
    if (error.kind !== 'revoked' && error.kind !== 'stale') throw asProblem(error, provider, deps.publicUrl)
    // The names as they were when the tracker was last connected.
    const { team_id, team_name, project_id, project_name } = connection
    return {
      connection: shown(error),
      team: issue.teamId === null || issue.teamId !== team_id ? null : { id: team_id, name: team_name! },
      project:
        issue.projectId === null || issue.projectId !== project_id ? null : { id: project_id, name: project_name! },
    }
  }
}

const idAndName = (choice: { id: string; name: string } | null) => choice && { id: choice.id, name: choice.name }
