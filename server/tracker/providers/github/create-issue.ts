import { withUnknownOutcome } from '../../client/http.ts'
import { type Issue, type ProposedIssue, TrackerError } from '../../tracker.ts'
import { type GitHubClient, requireContent } from './client.ts'
import { isLogin, isWholeNumber } from './ids.ts'
import { toIssue } from './issues.ts'
import type { Repository } from './repository.ts'
import { IssueSchema } from './schemas.ts'

/** Creates an issue. @throws refused with GitHub's message; stale if the repository no longer accepts issues. */
export async function createIssue(
  client: GitHubClient,
  { id, path }: Repository,
  issue: ProposedIssue,
): Promise<Issue> {
  const { title, description, projectId, labelIds, assigneeId } = issue
  if (projectId !== null && !isWholeNumber(projectId)) {
    throw new TrackerError('refused', 'Specify a GitHub milestone by its number')
  }
  if (assigneeId !== null && !isLogin(assigneeId)) {
    throw new TrackerError('refused', 'Specify a GitHub assignee by their login')
  }
  const body = {
    title,
    body: description,
    labels: labelIds,
    ...(projectId !== null && { milestone: Number(projectId) }),
    ...(assigneeId !== null && { assignees: [assigneeId] }),
  }
  const response = await client.request(`${path}/issues`, { method: 'POST', body }).catch(withUnknownOutcome)
  return toIssue(id, requireContent(response, IssueSchema))
}
