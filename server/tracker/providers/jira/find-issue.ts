import type { Static } from '../../../platform/schemas.ts'
import { type Identity, type Issue, TrackerError } from '../../tracker.ts'
import { isDescribedBy } from './adf/description.ts'
import { seesIssuesOf } from './browse-permission.ts'
import { isId, type Rest } from './client.ts'
import { FoundIssues, type JiraIssue } from './schemas.ts'
import { issueFields, issueOf } from './issues.ts'

type Found = Static<typeof JiraIssue>

// Jira's clock may be behind ours.
const toleranceMinutes = 10

/** Looks for the backlink in the descriptions of what has been created since it was asked for. */
export async function find(rest: Rest, site: string, identity: Identity): Promise<Issue | null> {
  const { teamId } = identity
  if (teamId !== null && !isId(teamId)) return null
  const matches = await matchesOf(rest, identity).catch((error) => unlessUnseen(rest, teamId, error))
  if (matches.length > 0) return issueOf(await ownOf(rest, matches), site)
  await requireSight(rest, teamId)
  return null
}

/** The oldest first. */
async function matchesOf(rest: Rest, identity: Identity): Promise<Found[]> {
  const jql = queryFor(identity)
  const matches: Found[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: [...issueFields, 'description', 'creator'], maxResults: 50, nextPageToken }
    const page = await rest.ask(FoundIssues, 'search/jql', body)
    const issues = page?.issues ?? []
    matches.push(...issues.filter(({ fields }) => isDescribedBy(fields.description, identity.backlink)))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined)
  return matches
}

/** Somebody may have copied it; but the account that created it may also have been another one of ours. */
async function ownOf(rest: Rest, matches: Found[]): Promise<Found> {
  const [oldest] = matches as [Found]
  if (matches.length === 1) return oldest
  const { accountId } = await rest.confirm()
  const isOwn = ({ fields: { creator } }: Found) =>
    (creator as { accountId?: unknown } | null | undefined)?.accountId === accountId
  return matches.find(isOwn) ?? oldest
}

/** A query that names a project which is out of sight is refused. */
async function unlessUnseen(rest: Rest, teamId: string | null, error: unknown): Promise<never> {
  if (error instanceof TrackerError && error.kind === 'refused') await requireSight(rest, teamId)
  throw error
}

async function requireSight(rest: Rest, teamId: string | null): Promise<void> {
  // To a stranger there is nothing.
  await rest.confirm()
  if (teamId === null || (await seesIssuesOf(rest, teamId))) return
  throw new TrackerError('stale', 'The project in Jira is no longer there, or this account does not see its issues')
}

function queryFor({ backlink, teamId, askedAt }: Identity): string {
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
