import { type Issue, type StateType, TrackerError } from '../../tracker.ts'
import { type GitHubClient, requireContent } from './client.ts'
import { mapConcurrently } from './concurrency.ts'
import { buildIssueId, buildIssuePath } from './ids.ts'
import { type GitHubIssue, IssueSchema, parseResponse, RepositorySchema } from './schemas.ts'

/**
 * By id; what is not there any more is not in the answer. Null where nothing can be said: of a repository that this
 * credential does not see, or that has its issues switched off, for which GitHub answers as if they were not there; and of
 * an issue that it refuses. Even if it refuses all of them: the next fifty may be of another repository.
 */
export async function getIssues(client: GitHubClient, issueIds: string[]): Promise<Map<string, Issue | null>> {
  const failures: TrackerError[] = []
  const read = await mapConcurrently(issueIds, async (issueId) => {
    const issue = await getIssue(client, issueId).catch(collectServerErrors(failures))
    return [issueId, issue] as const
  })
  if (failures.length === issueIds.length && failures[0] !== undefined) throw failures[0]
  const found = new Map(read.filter((one): one is [string, Issue | null] => one[1] !== undefined))
  const missing = issueIds.filter((issueId) => !found.has(issueId) && buildIssuePath(issueId) !== null)
  const repositories = [...new Set(missing.map(repositoryIdOf))]
  const seen = await mapConcurrently(repositories, async (id) => [id, await canSeeIssues(client, id)] as const)
  const isVisible = new Map(seen)
  for (const issueId of missing) if (!isVisible.get(repositoryIdOf(issueId))) found.set(issueId, null)
  return found
}

/** An error of GitHub's own over one issue holds up no other; over all of them it is what GitHub says at present. */
const collectServerErrors =
  (failures: TrackerError[]) =>
  (error: unknown): null => {
    const isAnswered = error instanceof TrackerError && error.kind === 'unavailable' && error.isOutcomeKnown
    if (!isAnswered || error.retryAfterSeconds !== null) throw error
    failures.push(error)
    return null
  }

const repositoryIdOf = (issueId: string): string => issueId.split('/', 1)[0]!

async function canSeeIssues(client: GitHubClient, repositoryId: string): Promise<boolean> {
  const answer = await client.request(`/repositories/${repositoryId}`)
  return answer.status === 200 && parseResponse(answer, RepositorySchema).has_issues
}

// Not there or not for this credential, deleted, moved to another repository.
const gone = new Set([301, 404, 410])
// Not for this credential, blocked by law, or GitHub trips over it; what is wrong with all of them has flown by then.
const unsaid = new Set([403, 422, 451])

/** Undefined when it is not there; null when GitHub does not say. */
async function getIssue(client: GitHubClient, issueId: string): Promise<Issue | null | undefined> {
  const path = buildIssuePath(issueId)
  if (path === null) return undefined
  const answer = await client.request(path)
  if (gone.has(answer.status)) return undefined
  if (unsaid.has(answer.status)) return null
  const issue = requireContent(answer, IssueSchema)
  // Their numbers are taken from one row; nobody turns one into the other.
  if (issue.pull_request !== undefined) return undefined
  return toIssue(Number(repositoryIdOf(issueId)), issue)
}

export const toIssue = (repositoryId: number, issue: GitHubIssue): Issue => ({
  id: buildIssueId(repositoryId, issue.number),
  identifier: `${fullNameOf(issue)}#${issue.number}`,
  url: issue.html_url,
  title: issue.title,
  state: stateOf(issue),
  isGone: false,
})

/** The name that the repository has now, from `https://api.github.com/repos/acme/app`. */
const fullNameOf = ({ repository_url }: GitHubIssue): string => repository_url.split('/').slice(-2).join('/')

/** GitHub knows open and closed; that somebody has started, it does not know. */
function stateOf({ state, state_reason }: GitHubIssue): { name: string; type: StateType } {
  if (state === 'open') return { name: 'Open', type: 'unstarted' }
  if (state_reason === 'not_planned') return { name: 'Closed as not planned', type: 'canceled' }
  if (state_reason === 'duplicate') return { name: 'Closed as duplicate', type: 'canceled' }
  return { name: 'Closed as completed', type: 'completed' }
}
