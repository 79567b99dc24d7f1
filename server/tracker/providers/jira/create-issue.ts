import type { Static } from '../../../platform/schemas.ts'
import { withUnknownOutcome } from '../../client/http.ts'
import { type Issue, type IssueIdentity, type ProposedIssue, TrackerError } from '../../tracker.ts'
import { buildDescription, toSummary } from './adf/description.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { listIssueTypes, listPriorities } from './create-meta.ts'
import { browseUrl, issueFields, toIssue } from './issues.ts'
import { matchPriority } from './priority.ts'
import { isEpic } from './resolve-target.ts'
import { CreatedIssue, type IssueType, JiraIssue } from './schemas.ts'

/**
 * Creates an issue.
 * @throws stale if the project is gone; refused with Jira's message, or if it has no such priority.
 */
export async function createIssue(
  client: JiraClient,
  site: string,
  { backlink }: IssueIdentity,
  issue: ProposedIssue,
): Promise<Issue> {
  const summary = toSummary(issue.title)
  const resolved = await resolveFields(client, issue).catch(withKnownOutcome)
  const fields = {
    ...resolved,
    ...optionalFields(issue),
    summary,
    description: buildDescription(issue.description, backlink),
  }
  const created = await client.request(CreatedIssue, 'issue', { fields }).catch(withUnknownOutcome)
  if (created === null) throw await projectNotFound(client)
  return (await fetchCreatedIssue(client, site, created.id)) ?? assumeCreatedIssue(created, summary, site)
}

/** Resolves the fields for which Jira must be asked: project, type and priority. */
async function resolveFields(client: JiraClient, { teamId, priority }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'An issue must be in a project')
  const issuetype = await chooseIssueType(client, teamId)
  const project = { id: teamId }
  return priority
    ? { project, issuetype, priority: await resolvePriority(client, teamId, issuetype.id, priority) }
    : { project, issuetype }
}

const optionalFields = ({ projectId, labelIds, assigneeId }: ProposedIssue) => ({
  ...(labelIds.length > 0 && { labels: labelIds }),
  ...(projectId !== null && { parent: { id: projectId } }),
  ...(assigneeId !== null && { assignee: { id: assigneeId } }),
})

/** Marks the outcome of an error before the create request as known: no issue can exist yet. */
function withKnownOutcome(error: unknown): never {
  if (!(error instanceof TrackerError) || error.isOutcomeKnown) throw error
  const { kind, message, retryAfterSeconds } = error
  throw new TrackerError(kind, message, { retryAfterSeconds, cause: error })
}

async function projectNotFound(client: JiraClient): Promise<TrackerError> {
  await client.requireSignedIn()
  return new TrackerError('stale', 'The project in Jira no longer exists, or this account cannot see it')
}

const preferredNames = ['Task', 'Story']

/** Chooses a standard issue type: neither an epic nor a subtask. */
async function chooseIssueType(client: JiraClient, teamId: string): Promise<{ id: string }> {
  const types = isJiraId(teamId) ? await listIssueTypes(client, teamId) : null
  if (types === null) throw await projectNotFound(client)
  const usable = types.filter((type) => !type.subtask && !isEpic(type) && (type.hierarchyLevel ?? 0) === 0)
  // Jira translates names into the account's language.
  const nameOf = ({ name, untranslatedName }: Static<typeof IssueType>) => untranslatedName ?? name
  const preferred = preferredNames
    .map((name) => usable.find((type) => nameOf(type) === name))
    .find((type) => type !== undefined)
  const type = preferred ?? usable[0]
  if (type === undefined) throw new TrackerError('refused', 'This account cannot create issues in this project')
  return { id: type.id }
}

async function resolvePriority(
  client: JiraClient,
  teamId: string,
  typeId: string,
  priority: number,
): Promise<{ id: string }> {
  const id = matchPriority(priority, await listPriorities(client, teamId, typeId))
  if (id === null) throw new TrackerError('refused', 'A priority was set, but issues in this project have none')
  return { id }
}

/** Reads the created issue with its initial state; null if that fails, although the issue exists. */
async function fetchCreatedIssue(client: JiraClient, site: string, issueId: string): Promise<Issue | null> {
  try {
    const issue = await client.request(JiraIssue, `issue/${encodeURIComponent(issueId)}?fields=${issueFields}`)
    return issue && toIssue(issue, site)
  } catch (error) {
    if (error instanceof TrackerError) return null
    throw error
  }
}

const assumeCreatedIssue = ({ id, key }: Static<typeof CreatedIssue>, title: string, site: string): Issue => ({
  id,
  identifier: key,
  url: browseUrl(site, key),
  title,
  state: { name: 'To Do', type: 'unstarted' },
  isGone: false,
})
