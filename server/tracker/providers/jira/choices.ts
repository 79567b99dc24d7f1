import type { Choice, TrackerSession } from '../../tracker.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { listIssueTypes } from './create-meta.ts'
import { isEpic, toEpicChoice } from './resolve-target.ts'
import { FoundEpics, Labels, Projects, Users } from './schemas.ts'

const maxChoices = 250

/** What a person can choose from. All but teams and labels belong to a team. */
export async function listChoices(
  rest: JiraClient,
  kind: Parameters<TrackerSession['listChoices']>[0],
  teamId: string | null,
): Promise<Choice[]> {
  // To a stranger there is nothing to choose.
  await rest.requireSignedIn()
  if (kind === 'team') return listTeams(rest)
  if (kind === 'label') return listLabels(rest)
  if (teamId === null || !isJiraId(teamId)) return []
  return kind === 'project' ? listEpics(rest, teamId) : listAssignees(rest, teamId)
}

async function listTeams(rest: JiraClient): Promise<Choice[]> {
  const found: Choice[] = []
  while (found.length < maxChoices) {
    const path = `project/search?action=create&status=live&orderBy=name&maxResults=50&startAt=${found.length}`
    const page = await rest.request(Projects, path)
    if (page === null) break
    found.push(...page.values.map(({ id, name, key }) => ({ id, name, key })))
    if (page.isLast !== false || page.values.length === 0) break
  }
  return found.slice(0, maxChoices)
}

async function listLabels(rest: JiraClient): Promise<Choice[]> {
  const page = await rest.request(Labels, `label?maxResults=${maxChoices}`)
  return (page?.values ?? []).slice(0, maxChoices).map((name) => ({ id: name, name, key: null }))
}

/** Those that are not done, the newest first. */
async function listEpics(rest: JiraClient, teamId: string): Promise<Choice[]> {
  const types = ((await listIssueTypes(rest, teamId)) ?? []).filter(isEpic).map(({ id }) => id)
  if (types.length === 0) return []
  const jql = `project = ${teamId} AND issuetype in (${types}) AND statusCategory != Done ORDER BY created DESC`
  const found: Choice[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: ['summary', 'project', 'issuetype'], maxResults: 100, nextPageToken }
    const page = await rest.request(FoundEpics, 'search/jql', body)
    found.push(...(page?.issues ?? []).map(toEpicChoice))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined && found.length < maxChoices)
  return found.slice(0, maxChoices)
}

async function listAssignees(rest: JiraClient, teamId: string): Promise<Choice[]> {
  const path = `user/assignable/search?project=${teamId}&maxResults=${maxChoices}`
  const users = (await rest.request(Users, path)) ?? []
  return users
    .filter(({ active }) => active !== false)
    .slice(0, maxChoices)
    .map(({ accountId, displayName }) => ({ id: accountId, name: displayName, key: null }))
}
