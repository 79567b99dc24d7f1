import { type Issue, type StateType, TrackerError } from '../../tracker.ts'
import { type Client, contentOf } from './client.ts'
import { inLanes } from './concurrency.ts'
import { issueIdOf, issuePathOf } from './ids.ts'
import { type GitHubIssue, IssueShape, RepositoryShape, shapeOf } from './schemas.ts'

/**
 * By id; what is not there any more is not in the answer. Null where nothing can be said: of a repository that this
 * credential does not see, or that has its issues switched off, for which GitHub answers as if they were not there; and of
 * an issue that it refuses. Even if it refuses all of them: the next fifty may be of another repository.
 */
export async function readIssues(client: Client, issueIds: string[]): Promise<Map<string, Issue | null>> {
  const failures: TrackerError[] = []
  const read = await inLanes(issueIds, async (issueId) => {
    const issue = await readIssue(client, issueId).catch(unlessOverall(failures))
    return [issueId, issue] as const
  })
  if (failures.length === issueIds.length && failures[0] !== undefined) throw failures[0]
  const found = new Map(read.filter((one): one is [string, Issue | null] => one[1] !== undefined))
  const missing = issueIds.filter((issueId) => !found.has(issueId) && issuePathOf(issueId) !== null)
  const repositories = [...new Set(missing.map(repositoryOf))]
  const seen = await inLanes(repositories, async (id) => [id, await showsIssues(client, id)] as const)
  const isVisible = new Map(seen)
  for (const issueId of missing) if (!isVisible.get(repositoryOf(issueId))) found.set(issueId, null)
  return found
}

/** An error of GitHub's own over one issue holds up no other; over all of them it is what GitHub says at present. */
const unlessOverall =
  (failures: TrackerError[]) =>
  (error: unknown): null => {
    const isAnswered = error instanceof TrackerError && error.kind === 'unavailable' && error.isSettled
    if (!isAnswered || error.retryAfterSeconds !== null) throw error
    failures.push(error)
    return null
  }

const repositoryOf = (issueId: string): string => issueId.split('/', 1)[0]!

async function showsIssues(client: Client, repositoryId: string): Promise<boolean> {
  const answer = await client.ask(`/repositories/${repositoryId}`)
  return answer.status === 200 && shapeOf(answer, RepositoryShape).has_issues
}

// Not there or not for this credential, deleted, moved to another repository.
const gone = new Set([301, 404, 410])
// Not for this credential, blocked by law, or GitHub trips over it; what is wrong with all of them has flown by then.
const unsaid = new Set([403, 422, 451])

/** Undefined when it is not there; null when GitHub does not say. */
async function readIssue(client: Client, issueId: string): Promise<Issue | null | undefined> {
  const path = issuePathOf(issueId)
  if (path === null) return undefined
  const answer = await client.ask(path)
  if (gone.has(answer.status)) return undefined
  if (unsaid.has(answer.status)) return null
  const issue = contentOf(answer, IssueShape)
  // Their numbers are taken from one row; nobody turns one into the other.
  if (issue.pull_request !== undefined) return undefined
  return issueOf(Number(repositoryOf(issueId)), issue)
}

export const issueOf = (repositoryId: number, issue: GitHubIssue): Issue => ({
  id: issueIdOf(repositoryId, issue.number),
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
