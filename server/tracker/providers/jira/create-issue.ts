import { OutboundError } from '../../../platform/outbound/outbound.ts'
import type { Static } from '../../../platform/schemas.ts'
import { type Identity, type Issue, type ProposedIssue, TrackerError } from '../../tracker.ts'
import { issueTypesOf, prioritiesOf } from './create-meta.ts'
import { describe, summaryOf } from './adf/description.ts'
import { isEpic } from './resolve-target.ts'
import { priorityFor } from './priority.ts'
import { isId, type Rest } from './client.ts'
import { CreatedIssue, type IssueType, JiraIssue } from './schemas.ts'
import { browseUrl, issueFields, issueOf } from './issues.ts'

/** @throws stale when the project is gone; refused with Jira's words, or where it has no such priority. */
export async function create(rest: Rest, site: string, { backlink }: Identity, issue: ProposedIssue): Promise<Issue> {
  const summary = summaryOf(issue.title)
  const place = await placeFor(rest, issue).catch(asSettled)
  const fields = { ...place, ...contentOf(issue), summary, description: describe(issue.description, backlink) }
  const created = await rest.ask(CreatedIssue, 'issue', { fields }).catch(asUnsettled)
  if (created === null) throw await gone(rest)
  return (await asMade(rest, site, created.id)) ?? asAsked(created, summary, site)
}

/** Project, type and priority, as far as Jira must be asked for them. */
async function placeFor(rest: Rest, { teamId, priority }: ProposedIssue) {
  if (teamId === null) throw new TrackerError('refused', 'An issue must be in a project')
  const issuetype = await typeFor(rest, teamId)
  const project = { id: teamId }
  return priority
    ? { project, issuetype, priority: await priorityOf(rest, teamId, issuetype.id, priority) }
    : { project, issuetype }
}

const contentOf = ({ projectId, labelIds, assigneeId }: ProposedIssue) => ({
  ...(labelIds.length > 0 && { labels: labelIds }),
  ...(projectId !== null && { parent: { id: projectId } }),
  ...(assigneeId !== null && { assignee: { id: assigneeId } }),
})

/** Whatever became of the questions before it: no issue is on its way yet. */
function asSettled(error: unknown): never {
  if (!(error instanceof TrackerError) || error.isSettled) throw error
  const { kind, message, retryAfterSeconds } = error
  throw new TrackerError(kind, message, { retryAfterSeconds, cause: error })
}

/** After an error of its own Jira may have made the issue all the same, and its search shows it only later. */
function asUnsettled(error: unknown): never {
  if (!(error instanceof TrackerError) || error.kind !== 'unavailable' || error.retryAfterSeconds !== null) throw error
  // There was no answer at all: what that means is known already (answers.ts).
  if (error.cause instanceof OutboundError) throw error
  throw new TrackerError('unavailable', error.message, { isSettled: false, cause: error })
}

async function gone(rest: Rest): Promise<TrackerError> {
  await rest.confirm()
  return new TrackerError('stale', 'The project in Jira is no longer there, or this account does not see it')
}

const usualNames = ['Task', 'Story']

/** What is worked on: no epic, no part of something else. */
async function typeFor(rest: Rest, teamId: string): Promise<{ id: string }> {
  const types = isId(teamId) ? await issueTypesOf(rest, teamId) : null
  if (types === null) throw await gone(rest)
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

async function priorityOf(rest: Rest, teamId: string, typeId: string, priority: number): Promise<{ id: string }> {
  const id = priorityFor(priority, await prioritiesOf(rest, teamId, typeId))
  if (id === null) throw new TrackerError('refused', 'A priority was asked for, and issues of this project have none')
  return { id }
}

/** With the state that it has begun in; null when Jira does not say. The issue is there all the same. */
async function asMade(rest: Rest, site: string, issueId: string): Promise<Issue | null> {
  try {
    const made = await rest.ask(JiraIssue, `issue/${encodeURIComponent(issueId)}?fields=${issueFields}`)
    return made && issueOf(made, site)
  } catch (error) {
    if (error instanceof TrackerError) return null
    throw error
  }
}

const asAsked = ({ id, key }: Static<typeof CreatedIssue>, title: string, site: string): Issue => ({
  id,
  identifier: key,
  url: browseUrl(site, key),
  title,
  state: { name: 'To Do', type: 'unstarted' },
  isGone: false,
})
