import { OutboundError } from '../../../platform/outbound/outbound.ts'
import { type Issue, type ProposedIssue, TrackerError } from '../../tracker.ts'
import { type Client, contentOf } from './client.ts'
import { issueOf } from './issues.ts'
import { isLogin, isWholeNumber } from './ids.ts'
import type { Repository } from './repository.ts'
import { IssueShape } from './schemas.ts'

/** @throws refused with GitHub's words; stale when the repository takes no issues any more. */
export async function createIssue(client: Client, { id, path }: Repository, issue: ProposedIssue): Promise<Issue> {
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
  const answer = await client.ask(`${path}/issues`, { method: 'POST', body }).catch(asUnsettled)
  return issueOf(id, contentOf(answer, IssueShape))
}

/** After an error of its own GitHub may have made the issue all the same, and its list shows it a moment later. */
function asUnsettled(error: unknown): never {
  if (!(error instanceof TrackerError) || error.kind !== 'unavailable' || error.retryAfterSeconds !== null) throw error
  // There was no answer at all: what that means is known already (answers.ts).
  if (error.cause instanceof OutboundError) throw error
  throw new TrackerError('unavailable', error.message, { isSettled: false, cause: error })
}
