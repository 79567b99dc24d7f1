import type { Choice, TrackerSession } from '../../tracker.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { listIssueTypes } from './create-meta.ts'
import { isEpic, toEpicChoice } from './resolve-target.ts'
import { FoundEpics, Labels, Projects, Users } from './schemas.ts'

const maxChoices = 250

/** Lists the choices of one kind. All but teams and labels belong to a team. */
export async function listChoices(
  client: JiraClient,
  kind: Parameters<TrackerSession['listChoices']>[0],
  teamId: string | null,
): Promise<Choice[]> {
  // Jira returns empty lists to a client that is not signed in.
  await client.requireSignedIn()
  if (kind === 'team') return listTeams(client)
  if (kind === 'label') return listLabels(client)
  if (teamId === null || !isJiraId(teamId)) return []
  return kind === 'project' ? listEpics(client, teamId) : listAssignees(client, teamId)
}

async function listTeams(client: JiraClient): Promise<Choice[]> {
  const choices: Choice[] = []
  while (choices.length < maxChoices) {
    const path = `project/search?action=create&status=live&orderBy=name&maxResults=50&startAt=${choices.length}`
    const page = await client.request(Projects, path)
    if (page === null) break
    choices.push(...page.values.map(({ id, name, key }) => ({ id, name, key })))
    if (page.isLast !== false || page.values.length === 0) break
  }
  return choices.slice(0, maxChoices)
}

async function listLabels(client: JiraClient): Promise<Choice[]> {
  const page = await client.request(Labels, `label?maxResults=${maxChoices}`)
  return (page?.values ?? []).slice(0, maxChoices).map((name) => ({ id: name, name, key: null }))
}

/** Lists the epics that are not done, newest first. */
async function listEpics(client: JiraClient, teamId: string): Promise<Choice[]> {
  const types = ((await listIssueTypes(client, teamId)) ?? []).filter(isEpic).map(({ id }) => id)
  if (types.length === 0) return []
  const jql = `project = ${teamId} AND issuetype in (${types}) AND statusCategory != Done ORDER BY created DESC`
  const choices: Choice[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: ['summary', 'project', 'issuetype'], maxResults: 100, nextPageToken }
    const page = await client.request(FoundEpics, 'search/jql', body)
    choices.push(...(page?.issues ?? []).map(toEpicChoice))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined && choices.length < maxChoices)
  return choices.slice(0, maxChoices)
}

async function listAssignees(client: JiraClient, teamId: string): Promise<Choice[]> {
  const path = `user/assignable/search?project=${teamId}&maxResults=${maxChoices}`
  const users = (await client.request(Users, path)) ?? []
  return users
    .filter(({ active }) => active !== false)
    .slice(0, maxChoices)
    .map(({ accountId, displayName }) => ({ id: accountId, name: displayName, key: null }))
}
