import type { Static } from '../../../platform/schemas.ts'
import { type Issue, type IssueIdentity, TrackerError } from '../../tracker.ts'
import { isDescriptionFor } from './adf/description.ts'
import { canBrowseProject } from './browse-permission.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { issueFields, toIssue } from './issues.ts'
import { FoundIssues, type JiraIssue } from './schemas.ts'

type FoundIssue = Static<typeof JiraIssue>

// Jira's clock may be behind ours.
const toleranceMinutes = 10

/** Looks for the backlink in the descriptions of what has been created since it was asked for. */
export async function findIssue(rest: JiraClient, site: string, identity: IssueIdentity): Promise<Issue | null> {
  const { teamId } = identity
  if (teamId !== null && !isJiraId(teamId)) return null
  const matches = await listMatches(rest, identity).catch((error) => rethrowAsHidden(rest, teamId, error))
  if (matches.length > 0) return toIssue(await preferOwn(rest, matches), site)
  await requireVisibleProject(rest, teamId)
  return null
}

/** The oldest first. */
async function listMatches(rest: JiraClient, identity: IssueIdentity): Promise<FoundIssue[]> {
  const jql = buildJql(identity)
  const matches: FoundIssue[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: [...issueFields, 'description', 'creator'], maxResults: 50, nextPageToken }
    const page = await rest.request(FoundIssues, 'search/jql', body)
    const issues = page?.issues ?? []
    matches.push(...issues.filter(({ fields }) => isDescriptionFor(fields.description, identity.backlink)))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined)
  return matches
}

/** Somebody may have copied it; but the account that created it may also have been another one of ours. */
async function preferOwn(rest: JiraClient, matches: FoundIssue[]): Promise<FoundIssue> {
  const [oldest] = matches as [FoundIssue]
  if (matches.length === 1) return oldest
  const { accountId } = await rest.requireSignedIn()
  const isOwn = ({ fields: { creator } }: FoundIssue) =>
    (creator as { accountId?: unknown } | null | undefined)?.accountId === accountId
  return matches.find(isOwn) ?? oldest
}

/** A query that names a project which is out of sight is refused. */
async function rethrowAsHidden(rest: JiraClient, teamId: string | null, error: unknown): Promise<never> {
  if (error instanceof TrackerError && error.kind === 'refused') await requireVisibleProject(rest, teamId)
  throw error
}

async function requireVisibleProject(rest: JiraClient, teamId: string | null): Promise<void> {
  // To a stranger there is nothing.
  await rest.requireSignedIn()
  if (teamId === null || (await canBrowseProject(rest, teamId))) return
  throw new TrackerError('stale', 'The project in Jira is no longer there, or this account does not see its issues')
}

function buildJql({ backlink, teamId, firstAttemptAt: askedAt }: IssueIdentity): string {
  const minutes = Math.max(0, Math.ceil((Date.now() - Date.parse(askedAt)) / 60_000)) + toleranceMinutes
  // The index holds words. Those of the id are enough, and nothing else of it reaches the query.
  const words = backlink.slice(backlink.lastIndexOf('/') + 1).replaceAll(/[^0-9A-Za-z-]/g, ' ')
  return [
    ...(teamId === null ? [] : [`project = ${teamId}`]),
    // Dates have no zone in JQL: they are read in that of the account. This is the same in all of them.
    `created >= "-${minutes}m"`,
    `description ~ "\\"${words}\\""`,
  ]
    .join(' AND ')
    .concat(' ORDER BY created ASC')
}
