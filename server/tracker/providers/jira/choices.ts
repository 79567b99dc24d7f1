import type { Choice, TrackerSession } from '../../tracker.ts'
import { issueTypesOf } from './create-meta.ts'
import { epicChoice, isEpic } from './resolve-target.ts'
import { isId, type Rest } from './client.ts'
import { FoundEpics, Labels, Projects, Users } from './schemas.ts'

const choicesAtMost = 250

/** What a person can choose from. All but teams and labels belong to a team. */
export async function choices(
  rest: Rest,
  kind: Parameters<TrackerSession['choices']>[0],
  teamId: string | null,
): Promise<Choice[]> {
  // To a stranger there is nothing to choose.
  await rest.confirm()
  if (kind === 'team') return teams(rest)
  if (kind === 'label') return labels(rest)
  if (teamId === null || !isId(teamId)) return []
  return kind === 'project' ? epics(rest, teamId) : assignees(rest, teamId)
}

async function teams(rest: Rest): Promise<Choice[]> {
  const found: Choice[] = []
  while (found.length < choicesAtMost) {
    const path = `project/search?action=create&status=live&orderBy=name&maxResults=50&startAt=${found.length}`
    const page = await rest.ask(Projects, path)
    if (page === null) break
    found.push(...page.values.map(({ id, name, key }) => ({ id, name, key })))
    if (page.isLast !== false || page.values.length === 0) break
  }
  return found.slice(0, choicesAtMost)
}

async function labels(rest: Rest): Promise<Choice[]> {
  const page = await rest.ask(Labels, `label?maxResults=${choicesAtMost}`)
  return (page?.values ?? []).slice(0, choicesAtMost).map((name) => ({ id: name, name, key: null }))
}

/** Those that are not done, the newest first. */
async function epics(rest: Rest, teamId: string): Promise<Choice[]> {
  const types = ((await issueTypesOf(rest, teamId)) ?? []).filter(isEpic).map(({ id }) => id)
  if (types.length === 0) return []
  const jql = `project = ${teamId} AND issuetype in (${types}) AND statusCategory != Done ORDER BY created DESC`
  const found: Choice[] = []
  let nextPageToken: string | undefined
  do {
    const body = { jql, fields: ['summary', 'project', 'issuetype'], maxResults: 100, nextPageToken }
    const page = await rest.ask(FoundEpics, 'search/jql', body)
    found.push(...(page?.issues ?? []).map(epicChoice))
    nextPageToken = page?.nextPageToken ?? undefined
  } while (nextPageToken !== undefined && found.length < choicesAtMost)
  return found.slice(0, choicesAtMost)
}

async function assignees(rest: Rest, teamId: string): Promise<Choice[]> {
  const path = `user/assignable/search?project=${teamId}&maxResults=${choicesAtMost}`
  const users = (await rest.ask(Users, path)) ?? []
  return users
    .filter(({ active }) => active !== false)
    .slice(0, choicesAtMost)
    .map(({ accountId, displayName }) => ({ id: accountId, name: displayName, key: null }))
}
