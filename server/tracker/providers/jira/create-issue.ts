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

/** @throws stale when the project is gone; refused with Jira's words, or where it has no such priority. */
export async function createIssue(
  rest: JiraClient,
  site: string,
  { backlink }: IssueIdentity,
  issue: ProposedIssue,
): Promise<Issue> {
  const summary = toSummary(issue.title)
  const place = await resolveFields(rest, issue).catch(withKnownOutcome)
  const fields = {
    ...place,
    ...optionalFields(issue),
    summary,
    description: buildDescription(issue.description, backlink),
  }
  const created = await rest.request(CreatedIssue, 'issue', { fields }).catch(withUnknownOutcome)
  if (created === null) throw await projectNotFound(rest)
  return (await fetchCreatedIssue(rest, site, created.id)) ?? assumeCreatedIssue(created, summary, site)
}

/** Project, type and priority, as far as Jira must be asked for them. */
async function resolveFields(rest: JiraClient, { teamId, priority }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'An issue must be in a project')
  const issuetype = await chooseIssueType(rest, teamId)
  const project = { id: teamId }
  return priority
    ? { project, issuetype, priority: await resolvePriority(rest, teamId, issuetype.id, priority) }
    : { project, issuetype }
}

const optionalFields = ({ projectId, labelIds, assigneeId }: ProposedIssue) => ({
  ...(labelIds.length > 0 && { labels: labelIds }),
  ...(projectId !== null && { parent: { id: projectId } }),
  ...(assigneeId !== null && { assignee: { id: assigneeId } }),
})

/** Whatever became of the questions before it: no issue is on its way yet. */
function withKnownOutcome(error: unknown): never {
  if (!(error instanceof TrackerError) || error.isOutcomeKnown) throw error
  const { kind, message, retryAfterSeconds } = error
  throw new TrackerError(kind, message, { retryAfterSeconds, cause: error })
}

async function projectNotFound(rest: JiraClient): Promise<TrackerError> {
  await rest.requireSignedIn()
  return new TrackerError('stale', 'The project in Jira is no longer there, or this account does not see it')
}

const usualNames = ['Task', 'Story']

/** What is worked on: no epic, no part of something else. */
async function chooseIssueType(rest: JiraClient, teamId: string): Promise<{ id: string }> {
  const types = isJiraId(teamId) ? await listIssueTypes(rest, teamId) : null
  if (types === null) throw await projectNotFound(rest)
  const usable = types.filter((type) => !type.subtask && !isEpic(type) && (type.hierarchyLevel ?? 0) === 0)
  // Jira translates the name into the language of the account.
  const nameOf = ({ name, untranslatedName }: Static<typeof IssueType>) => untranslatedName ?? name
  const usual = usualNames
    .map((name) => usable.find((type) => nameOf(type) === name))
    .find((type) => type !== undefined)
  const type = usual ?? usable[0]
  if (type === undefined) throw new TrackerError('refused', 'No issue can be created in this project by this account')
  return { id: type.id }
}

async function resolvePriority(
  rest: JiraClient,
  teamId: string,
  typeId: string,
  priority: number,
): Promise<{ id: string }> {
  const id = matchPriority(priority, await listPriorities(rest, teamId, typeId))
  if (id === null) throw new TrackerError('refused', 'A priority was asked for, and issues of this project have none')
  return { id }
}

/** With the state that it has begun in; null when Jira does not say. The issue is there all the same. */
async function fetchCreatedIssue(rest: JiraClient, site: string, issueId: string): Promise<Issue | null> {
  try {
    const made = await rest.request(JiraIssue, `issue/${encodeURIComponent(issueId)}?fields=${issueFields}`)
    return made && toIssue(made, site)
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
