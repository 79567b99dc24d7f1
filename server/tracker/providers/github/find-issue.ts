import type { IssueIdentity } from '../../tracker.ts'
import { type GitHubClient, perPage } from './client.ts'
import type { Repository } from './repository.ts'
import { FoundIssuesSchema, type GitHubIssue, IssuesSchema } from './schemas.ts'

// How far the clocks of GitHub and of this machine may be apart.
const maxClockSkewMs = 10 * 60_000
// A thousand issues since it was asked for; what comes after that is left to the search.
const maxPages = 10

interface Wanted {
  backlink: string
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The oldest issue that ends with the backlink, of those created since it was asked for. Anybody who may write issues can
 * write one that does: those of this credential come first. Only first, because another one may have created it.
 * @param ownLogin asked only where there are several
 */
export async function findIssue(
  client: GitHubClient,
  repository: Repository,
  { backlink, firstAttemptAt: askedAt }: IssueIdentity,
  ownLogin: () => Promise<string | null>,
): Promise<GitHubIssue | null> {
  const found = await listMatchesSince(client, repository, { backlink, since: Date.parse(askedAt) - maxClockSkewMs })
  const [oldest, ...younger] = found.sort(byAge)
  if (oldest === undefined || younger.length === 0) return oldest ?? null
  const login = await ownLogin()
  return found.find(({ user }) => user?.login === login) ?? oldest
}

const byAge = (a: GitHubIssue, b: GitHubIssue): number =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || a.number - b.number

async function listMatchesSince(client: GitHubClient, repository: Repository, wanted: Wanted): Promise<GitHubIssue[]> {
  const list = `${repository.path}/issues?state=all&sort=created&direction=desc&per_page=${perPage}`
  const found: GitHubIssue[] = []
  for (let page = 1; page <= maxPages; page++) {
    const issues = await client.get(`${list}&page=${page}`, IssuesSchema)
    found.push(...issues.filter((issue) => isWanted(issue, wanted)))
    if (issues.length < perPage || Date.parse(issues.at(-1)!.created_at) < wanted.since) return found
  }
  return [...found, ...(await search(client, repository, wanted))]
}

/** A pull request is an issue to GitHub, and not to anybody else. */
function isWanted({ body, created_at, pull_request }: GitHubIssue, { backlink, since }: Wanted): boolean {
  const lastLine = (body ?? '')
    .trimEnd()
    .split(/[\r\n]/)
    .at(-1)!
  return pull_request === undefined && lastLine.endsWith(backlink) && Date.parse(created_at) >= since
}

/** By the last part of the address, which names the request: GitHub takes 256 characters, and its index takes a while. */
async function search(client: GitHubClient, { fullName }: Repository, wanted: Wanted): Promise<GitHubIssue[]> {
  const words = wanted.backlink.split('/').at(-1)!.replaceAll('"', '').slice(0, 200)
  const since = new Date(wanted.since).toISOString().replace(/\.\d+/, '')
  const query = encodeURIComponent(`"${words}" in:body is:issue repo:${fullName} created:>=${since}`)
  const path = `/search/issues?q=${query}&sort=created&order=asc&per_page=${perPage}`
  const { items } = await client.get(path, FoundIssuesSchema)
  return items.filter((issue) => isWanted(issue, wanted))
}
