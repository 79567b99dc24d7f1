import type { IssueIdentity } from '../../tracker.ts'
import { type GitHubClient, perPage } from './client.ts'
import type { Repository } from './repository.ts'
import { FoundIssuesSchema, type GitHubIssue, IssuesSchema } from './schemas.ts'

// How far GitHub's clock and this machine's may differ.
const maxClockSkewMs = 10 * 60_000
// A thousand issues since the first attempt; beyond that, it uses the search API.
const maxPages = 10

interface Criteria {
  backlink: string
  /** Milliseconds since 1970. */
  since: number
}

/**
 * Finds the oldest issue since the first attempt whose body ends with the backlink. Anyone who can write issues could
 * forge one, so issues by this credential's own account come first; another credential may have created it, though.
 * @param ownLogin called only if there are several.
 */
export async function findIssue(
  client: GitHubClient,
  repository: Repository,
  { backlink, firstAttemptAt }: IssueIdentity,
  ownLogin: () => Promise<string | null>,
): Promise<GitHubIssue | null> {
  const found = await listMatchesSince(client, repository, {
    backlink,
    since: Date.parse(firstAttemptAt) - maxClockSkewMs,
  })
  const [oldest, ...younger] = found.sort(byAge)
  if (oldest === undefined || younger.length === 0) return oldest ?? null
  const login = await ownLogin()
  return found.find(({ user }) => user?.login === login) ?? oldest
}

const byAge = (a: GitHubIssue, b: GitHubIssue): number =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.number - b.number

async function listMatchesSince(
  client: GitHubClient,
  repository: Repository,
  criteria: Criteria,
): Promise<GitHubIssue[]> {
  const list = `${repository.path}/issues?state=all&sort=created&direction=desc&per_page=${perPage}`
  const found: GitHubIssue[] = []
  for (let page = 1; page <= maxPages; page++) {
    const issues = await client.get(`${list}&page=${page}`, IssuesSchema)
    found.push(...issues.filter((issue) => isMatch(issue, criteria)))
    if (issues.length < perPage || Date.parse(issues.at(-1)!.created_at) < criteria.since) return found
  }
  return [...found, ...(await search(client, repository, criteria))]
}

/** In GitHub's API, pull requests are issues too; they never match. */
function isMatch({ body, created_at, pull_request }: GitHubIssue, { backlink, since }: Criteria): boolean {
  const lastLine = (body ?? '')
    .trimEnd()
    .split(/[\r\n]/)
    .at(-1)!
  return pull_request === undefined && lastLine.endsWith(backlink) && Date.parse(created_at) >= since
}

/** Searches for the last path segment, the request's id: a query is limited to 256 characters, and the index lags. */
async function search(client: GitHubClient, { fullName }: Repository, criteria: Criteria): Promise<GitHubIssue[]> {
  const text = criteria.backlink.split('/').at(-1)!.replaceAll('"', '').slice(0, 200)
  const since = new Date(criteria.since).toISOString().replace(/\.\d+/, '')
  const query = encodeURIComponent(`"${text}" in:body is:issue repo:${fullName} created:>=${since}`)
  const path = `/search/issues?q=${query}&sort=created&order=asc&per_page=${perPage}`
  const { items } = await client.get(path, FoundIssuesSchema)
  return items.filter((issue) => isMatch(issue, criteria))
}
