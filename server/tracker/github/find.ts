import type { Identity } from '../tracker.ts'
import { type Client, perPage } from './client.ts'
import type { Repository } from './repository.ts'
import { FoundIssuesShape, type GitHubIssue, IssuesShape } from './shapes.ts'

// How far the clocks of GitHub and of this machine may be apart.
const clocksApartMs = 10 * 60_000
// A thousand issues since it was asked for; what comes after that is left to the search.
const pagesAtMost = 10

/** The issue that ends with the backlink, among those created since it was asked for. */
export async function findIssue(
  client: Client,
  { path, fullName }: Repository,
  { backlink, askedAt }: Identity,
): Promise<GitHubIssue | null> {
  const since = Date.parse(askedAt) - clocksApartMs
  const list = `${path}/issues?state=all&sort=created&direction=desc&per_page=${perPage}`
  for (let page = 1; page <= pagesAtMost; page++) {
    const issues = await client.get(`${list}&page=${page}`, IssuesShape)
    const own = issues.find((issue) => endsWith(issue, backlink))
    if (own) return own
    if (issues.length < perPage || Date.parse(issues.at(-1)!.created_at) < since) return null
  }
  return search(client, fullName, backlink)
}

/** A pull request is an issue to GitHub, and not to anybody else. */
function endsWith({ body, pull_request }: GitHubIssue, backlink: string): boolean {
  const lastLine = (body ?? '').trimEnd().split('\n').at(-1)!
  return pull_request === undefined && lastLine.endsWith(backlink)
}

/** By the last part of the address, which names the request: GitHub takes 256 characters, and its index takes a while. */
async function search(client: Client, fullName: string, backlink: string): Promise<GitHubIssue | null> {
  const words = backlink.split('/').at(-1)!.replaceAll('"', '').slice(0, 200)
  const query = encodeURIComponent(`"${words}" in:body is:issue repo:${fullName}`)
  const { items } = await client.get(`/search/issues?q=${query}&per_page=${perPage}`, FoundIssuesShape)
  return items.find((issue) => endsWith(issue, backlink)) ?? null
}
