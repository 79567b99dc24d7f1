import type { Issue, StateType } from '../tracker.ts'
import { type Client, contentOf } from './client.ts'
import { inLanes } from './lanes.ts'
import { issueIdOf, issuePathOf } from './places.ts'
import { type GitHubIssue, IssueShape } from './shapes.ts'

/**
 * By id; what is not there any more is not in the answer. Of a repository that this credential does not see, nothing
 * can be said: GitHub answers as if it were not there.
 */
export async function readIssues(client: Client, issueIds: string[]): Promise<Map<string, Issue | null>> {
  const read = await inLanes(issueIds, async (issueId) => [issueId, await readIssue(client, issueId)] as const)
  const found = new Map<string, Issue | null>(read.filter(([, issue]) => issue !== null))
  const missing = issueIds.filter((issueId) => !found.has(issueId) && issuePathOf(issueId) !== null)
  const repositories = [...new Set(missing.map(repositoryOf))]
  const seen = await inLanes(repositories, async (id) => [id, await isSeen(client, id)] as const)
  const isVisible = new Map(seen)
  for (const issueId of missing) if (!isVisible.get(repositoryOf(issueId))) found.set(issueId, null)
  return found
}

const repositoryOf = (issueId: string): string => issueId.split('/', 1)[0]!

const isSeen = async (client: Client, repositoryId: string): Promise<boolean> =>
  (await client.ask(`/repositories/${repositoryId}`)).status === 200

// Not there or not for this credential, deleted, moved to another repository.
const gone = new Set([301, 404, 410])

async function readIssue(client: Client, issueId: string): Promise<Issue | null> {
  const path = issuePathOf(issueId)
  if (path === null) return null
  const answer = await client.ask(path)
  if (gone.has(answer.status)) return null
  const issue = contentOf(answer, IssueShape)
  // Their numbers are taken from one row; nobody turns one into the other.
  if (issue.pull_request !== undefined) return null
  return issueOf(Number(issueId.split('/', 1)[0]), issue)
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
