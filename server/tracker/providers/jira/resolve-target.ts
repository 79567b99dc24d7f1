import type { Static } from '../../../platform/schemas.ts'
import type { Choice, ResolvedTarget, Target } from '../../tracker.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { Epic, Project, Users } from './schemas.ts'

/** Looks up a target, all members concurrently. Priorities are only checked when an issue is created. */
export async function resolveTarget(client: JiraClient, target: Target): Promise<ResolvedTarget> {
  const { teamId, projectId, labelIds, assigneeId } = target
  const [team, project, isAssignable] = await Promise.all([
    teamId === null ? null : findTeam(client, teamId),
    projectId === null ? null : findEpic(client, projectId, teamId),
    teamId === null || assigneeId === null ? true : canBeAssigned(client, teamId, assigneeId),
  ])
  const isUnknown = {
    teamId: teamId !== null && team === null,
    projectId: projectId !== null && project === null,
    labelIds: !labelIds.every(isLabel),
    assigneeId: !isAssignable,
  }
  // To a client that is not signed in, everything is unknown.
  if (Object.values(isUnknown).includes(true)) await client.requireSignedIn()
  const members = Object.keys(isUnknown) as (keyof typeof isUnknown)[]
  return { team, project, unknown: members.filter((member) => isUnknown[member]) }
}

/** Any word is a label: Jira creates labels on first use. */
const isLabel = (text: string): boolean => text.length <= 255 && /^\S+$/.test(text)

async function findTeam(client: JiraClient, teamId: string): Promise<Choice | null> {
  const project = isJiraId(teamId) ? await client.request(Project, `project/${teamId}`) : null
  if (project === null || project.archived === true || project.deleted === true) return null
  return { id: project.id, name: project.name, key: project.key }
}

async function findEpic(client: JiraClient, epicId: string, teamId: string | null): Promise<Choice | null> {
  const path = `issue/${epicId}?fields=summary,project,issuetype`
  const issue = isJiraId(epicId) ? await client.request(Epic, path) : null
  if (issue === null || !isEpic(issue.fields.issuetype)) return null
  if (teamId !== null && issue.fields.project.id !== teamId) return null
  return toEpicChoice(issue)
}

/** Recognizes epics by their level, because a site may rename them. */
export const isEpic = ({ name, hierarchyLevel }: { name: string; hierarchyLevel?: number | undefined }): boolean =>
  hierarchyLevel === undefined ? name === 'Epic' : hierarchyLevel === 1

export const toEpicChoice = ({ id, key, fields }: Static<typeof Epic>): Choice => ({ id, name: fields.summary, key })

async function canBeAssigned(client: JiraClient, teamId: string, accountId: string): Promise<boolean> {
  // Account ids consist of letters, digits, underscores, colons and dashes.
  if (!isJiraId(teamId) || !/^[\w:-]{1,128}$/.test(accountId)) return false
  const query = new URLSearchParams({ project: teamId, accountId })
  const users = (await client.request(Users, `user/assignable/search?${query}`)) ?? []
  return users.some((user) => user.accountId === accountId && user.active !== false)
}
