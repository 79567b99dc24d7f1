import { type Issue, type StateType, TrackerError } from '../../tracker.ts'
import { type GitHubClient, requireContent } from './client.ts'
import { mapConcurrently } from './concurrency.ts'
import { buildIssueId, buildIssuePath } from './ids.ts'
import { type GitHubIssue, IssueSchema, parseResponse, RepositorySchema } from './schemas.ts'

/**
 * Reads issues by id. The result omits issues that are gone, and has null for issues about which nothing is known.
 * GitHub may refuse to show an issue; if it refuses all, that is no error, because the next fifty may be in another
 * repository. Or the repository is not visible or has issues disabled, and GitHub responds as if its issues did not
 * exist.
 */
export async function getIssues(client: GitHubClient, issueIds: string[]): Promise<Map<string, Issue | null>> {
  const failures: TrackerError[] = []
  const results = await mapConcurrently(issueIds, async (issueId) => {
    const issue = await getIssue(client, issueId).catch(collectServerErrors(failures))
    return [issueId, issue] as const
  })
  if (failures.length === issueIds.length && failures[0] !== undefined) throw failures[0]
  const found = new Map(results.filter((result): result is [string, Issue | null] => result[1] !== undefined))
  const missing = issueIds.filter((issueId) => !found.has(issueId) && buildIssuePath(issueId) !== null)
  const repositories = [...new Set(missing.map(repositoryIdOf))]
  const visibility = await mapConcurrently(repositories, async (id) => [id, await canSeeIssues(client, id)] as const)
  const isVisible = new Map(visibility)
  for (const issueId of missing) if (!isVisible.get(repositoryIdOf(issueId))) found.set(issueId, null)
  return found
}

/**
 * Collects GitHub's own errors, so that one issue's error does not block the others; `getIssues` throws if all failed.
 */
const collectServerErrors =
  (failures: TrackerError[]) =>
  (error: unknown): null => {
    const isServerError = error instanceof TrackerError && error.kind === 'unavailable' && error.isOutcomeKnown
    if (!isServerError || error.retryAfterSeconds !== null) throw error
    failures.push(error)
    return null
  }

const repositoryIdOf = (issueId: string): string => issueId.split('/', 1)[0]!

async function canSeeIssues(client: GitHubClient, repositoryId: string): Promise<boolean> {
  const response = await client.request(`/repositories/${repositoryId}`)
  return response.status === 200 && parseResponse(response, RepositorySchema).has_issues
}

// Transferred to another repository, missing or invisible to this credential, or deleted.
const goneStatuses = new Set([301, 404, 410])
// Forbidden, failing in GitHub, or blocked for legal reasons. Errors that concern every request are thrown before.
const unknownStatuses = new Set([403, 422, 451])

/** Reads one issue; undefined if it does not exist, null if nothing is known. */
async function getIssue(client: GitHubClient, issueId: string): Promise<Issue | null | undefined> {
  const path = buildIssuePath(issueId)
  if (path === null) return undefined
  const response = await client.request(path)
  if (goneStatuses.has(response.status)) return undefined
  if (unknownStatuses.has(response.status)) return null
  const issue = requireContent(response, IssueSchema)
  // Issues and pull requests share a number sequence, and neither can become the other.
  if (issue.pull_request !== undefined) return undefined
  return toIssue(Number(repositoryIdOf(issueId)), issue)
}

export const toIssue = (repositoryId: number, issue: GitHubIssue): Issue => ({
  id: buildIssueId(repositoryId, issue.number),
  identifier: `${parseFullName(issue)}#${issue.number}`,
  url: issue.html_url,
  title: issue.title,
  state: toState(issue),
  isGone: false,
})

/** Reads the repository's current name from `https://api.github.com/repos/acme/app`. */
const parseFullName = ({ repository_url }: GitHubIssue): string => repository_url.split('/').slice(-2).join('/')

/** GitHub has only open and closed; it does not know whether work has started. */
function toState({ state, state_reason }: GitHubIssue): { name: string; type: StateType } {
  if (state === 'open') return { name: 'Open', type: 'unstarted' }
  if (state_reason === 'not_planned') return { name: 'Closed as not planned', type: 'canceled' }
  if (state_reason === 'duplicate') return { name: 'Closed as duplicate', type: 'canceled' }
  return { name: 'Closed as completed', type: 'completed' }
}
