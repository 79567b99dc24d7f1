import type { Static } from '../../../platform/schemas.ts'
import { type Issue, type IssueIdentity, TrackerError } from '../../tracker.ts'
import { isDescriptionFor } from './adf/description.ts'
import { canBrowseProject } from './browse-permission.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { issueFields, toIssue } from './issues.ts'
import { FoundIssues, type JiraIssue } from './schemas.ts'

type FoundIssue = Static<typeof JiraIssue>

// Jira's clock may be behind ours.
const maxClockSkewMinutes = 10

/** Finds an issue by the backlink in its description, among those created since the first attempt. */
export async function findIssue(client: JiraClient, site: string, identity: IssueIdentity): Promise<Issue | null> {
  const { teamId } = identity
  if (teamId !== null && !isJiraId(teamId)) return null
  const matches = await listMatches(client, identity).catch((error) => rethrowAsHidden(client, teamId, error))
  if (matches.length > 0) return toIssue(await preferOwn(client, matches), site)
  await requireVisibleProject(client, teamId)
  return null
}

/** Lists the matches, oldest first. */
async function listMatches(client: JiraClient, identity: IssueIdentity): Promise<FoundIssue[]> {
  const jql = buildJql(identity)
  const matches: FoundIssue[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: [...issueFields, 'description', 'creator'], maxResults: 50, nextPageToken }
    const page = await client.request(FoundIssues, 'search/jql', body)
    const issues = page?.issues ?? []
    matches.push(...issues.filter(({ fields }) => isDescriptionFor(fields.description, identity.backlink)))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined)
  return matches
}

/**
 * Prefers this account's own issue, because someone may have copied it; another account may have created it, though.
 */
async function preferOwn(client: JiraClient, matches: FoundIssue[]): Promise<FoundIssue> {
  const [oldest] = matches as [FoundIssue]
  if (matches.length === 1) return oldest
  const { accountId } = await client.requireSignedIn()
  const isOwn = ({ fields: { creator } }: FoundIssue) =>
    (creator as { accountId?: unknown } | null | undefined)?.accountId === accountId
  return matches.find(isOwn) ?? oldest
}

/** Turns the rejection of a query for an invisible project into `stale`. */
async function rethrowAsHidden(client: JiraClient, teamId: string | null, error: unknown): Promise<never> {
  if (error instanceof TrackerError && error.kind === 'refused') await requireVisibleProject(client, teamId)
  throw error
}

async function requireVisibleProject(client: JiraClient, teamId: string | null): Promise<void> {
  // To a client that is not signed in, nothing is visible.
  await client.requireSignedIn()
  if (teamId === null || (await canBrowseProject(client, teamId))) return
  throw new TrackerError('stale', 'The project in Jira no longer exists, or this account cannot see its issues')
}

function buildJql({ backlink, teamId, firstAttemptAt }: IssueIdentity): string {
  const minutes = Math.max(0, Math.ceil((Date.now() - Date.parse(firstAttemptAt)) / 60_000)) + maxClockSkewMinutes
  // The index holds words. Those of the id are enough, and nothing else of the backlink reaches the query.
  const words = backlink.slice(backlink.lastIndexOf('/') + 1).replaceAll(/[^0-9A-Za-z-]/g, ' ')
  return [
    ...(teamId === null ? [] : [`project = ${teamId}`]),
    // JQL dates are read in the account's time zone. A relative time is the same in every zone.
    `created >= "-${minutes}m"`,
    `description ~ "\\"${words}\\""`,
  ]
    .join(' AND ')
    .concat(' ORDER BY created ASC')
}
