import { type Identity, type Issue, TrackerError } from '../tracker.ts'
import { isDescribedBy } from './description.ts'
import { isId, type Rest } from './rest.ts'
import { FoundIssues, Project } from './shapes.ts'
import { issueFields, issueOf } from './state.ts'

// Jira's clock may be behind ours.
const toleranceMinutes = 10

/** Looks for the backlink in the descriptions of what has been created since; the newest that ends with it. */
export async function find(rest: Rest, site: string, identity: Identity): Promise<Issue | null> {
  const { backlink, teamId } = identity
  if (teamId !== null && !isId(teamId)) return null
  const jql = queryFor(identity)
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: [...issueFields, 'description'], maxResults: 50, nextPageToken }
    const page = await rest.ask(FoundIssues, 'search/jql', body).catch((error) => nothingOf(rest, teamId, error))
    const match = page?.issues.find(({ fields }) => isDescribedBy(fields.description, backlink))
    if (match) return issueOf(match, site)
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined)
  // To a stranger there is nothing.
  await rest.confirm()
  return null
}

/** A query that names a project which is gone is refused; what was in it is gone, too. */
async function nothingOf(rest: Rest, teamId: string | null, error: unknown): Promise<null> {
  const isRefused = error instanceof TrackerError && error.kind === 'refused'
  if (isRefused && teamId !== null && (await rest.ask(Project, `project/${teamId}`)) === null) return null
  throw error
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
    .concat(' ORDER BY created DESC')
}
