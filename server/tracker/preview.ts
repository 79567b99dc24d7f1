import { getFeedback } from '../feedback/queries.ts'
import type { Feedback } from '../feedback/schema.ts'
import { type Detail, invalid } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { connectionOf } from './connection.ts'
import type { TrackerOverrides, TrackerPreview } from './schema.ts'

/** Sending is for accepted feedback (specification, Rules for POST /feedback, 5). */
export const acceptanceProblems = ({ status }: Feedback): Detail[] =>
  status === 'approved' ? [] : [{ path: 'path.id', message: `must be an approved request; this one is ${status}` }]

/** What sending this request would create, without sending it. @throws 404; 400 for a request that is not approved. */
export async function previewIssue(
  scope: Scope,
  feedbackId: string,
  overrides: TrackerOverrides,
  publicUrl: string,
): Promise<TrackerPreview> {
  const feedback = await getFeedback(scope, feedbackId)
  const problems = acceptanceProblems(feedback)
  if (problems.length > 0) throw invalid(problems)
  return {
    requestTitle: feedback.title,
    connection: connectionOf(publicUrl),
    team: null,
    project: null,
    proposedIssue: proposeIssue(feedback, overrides, publicUrl),
    activeLink: null,
  }
}

const proposeIssue = (
  feedback: Feedback,
  overrides: TrackerOverrides,
  publicUrl: string,
): TrackerPreview['proposedIssue'] => ({
  title: overrides.title ?? feedback.title,
  description: overrides.description ?? describe(feedback, publicUrl),
  teamId: overrides.teamId ?? null,
  projectId: overrides.projectId ?? null,
  labelIds: overrides.labelIds ?? [],
  assigneeId: overrides.assigneeId ?? null,
  priority: overrides.priority ?? null,
})

/** The request's text, votes, board and a backlink, as Markdown. */
const describe = ({ id, description, votes, board }: Feedback, publicUrl: string): string =>
  [
    ...(description === '' ? [] : [description, '']),
    '---',
    `${votes === 1 ? '1 vote' : `${votes} votes`} · ${board.name} · ${publicUrl}/console/requests/${id}`,
  ].join('\n')
