import { OutboundError } from '../../../platform/outbound/outbound.ts'
import { type Issue, type ProposedIssue, TrackerError } from '../../tracker.ts'
import { type GitHubClient, requireContent } from './client.ts'
import { isLogin, isWholeNumber } from './ids.ts'
import { toIssue } from './issues.ts'
import type { Repository } from './repository.ts'
import { IssueSchema } from './schemas.ts'

/** @throws refused with GitHub's words; stale when the repository takes no issues any more. */
export async function createIssue(
  client: GitHubClient,
  { id, path }: Repository,
  issue: ProposedIssue,
): Promise<Issue> {
  const { title, description, projectId, labelIds, assigneeId } = issue
  if (projectId !== null && !isWholeNumber(projectId)) {
    throw new TrackerError('refused', 'A milestone of GitHub is named by its number')
  }
  if (assigneeId !== null && !isLogin(assigneeId)) {
    throw new TrackerError('refused', 'An assignee of GitHub is named by their login')
  }
  const body = {
    title,
    body: description,
    labels: labelIds,
    ...(projectId !== null && { milestone: Number(projectId) }),
    ...(assigneeId !== null && { assignees: [assigneeId] }),
  }
  const answer = await client.request(`${path}/issues`, { method: 'POST', body }).catch(withUnknownOutcome)
  return toIssue(id, requireContent(answer, IssueSchema))
}

/** After an error of its own GitHub may have made the issue all the same, and its list shows it a moment later. */
function withUnknownOutcome(error: unknown): never {
  if (!(error instanceof TrackerError) || error.kind !== 'unavailable' || error.retryAfterSeconds !== null) throw error
  // There was no answer at all: what that means is known already (answers.ts).
  if (error.cause instanceof OutboundError) throw error
  throw new TrackerError('unavailable', error.message, { isOutcomeKnown: false, cause: error })
}
