import type { Static } from '../../../platform/schemas.ts'
import type { Choice, ResolvedTarget, Target } from '../../tracker.ts'
import { isJiraId, type JiraClient } from './client.ts'
import { Epic, Project, Users } from './schemas.ts'

/** Looks up what a target names, all at once. Whether a priority exists is found out when an issue is created. */
export async function resolveTarget(rest: JiraClient, target: Target): Promise<ResolvedTarget> {
  const { teamId, projectId, labelIds, assigneeId } = target
  const [team, project, isAssignable] = await Promise.all([
    teamId === null ? null : findTeam(rest, teamId),
    projectId === null ? null : findEpic(rest, projectId, teamId),
    teamId === null || assigneeId === null ? true : canBeAssigned(rest, teamId, assigneeId),
  ])
  const isUnknown = {
    teamId: teamId !== null && team === null,
    projectId: projectId !== null && project === null,
    labelIds: !labelIds.every(isLabel),
    assigneeId: !isAssignable,
  }
  // A stranger knows nothing of them.
  if (Object.values(isUnknown).includes(true)) await rest.requireSignedIn()
  const members = Object.keys(isUnknown) as (keyof typeof isUnknown)[]
  return { team, project, unknown: members.filter((member) => isUnknown[member]) }
}

/** A word; Jira makes it a label when an issue has it. */
const isLabel = (text: string): boolean => text.length <= 255 && /^\S+$/.test(text)

async function findTeam(rest: JiraClient, teamId: string): Promise<Choice | null> {
  const project = isJiraId(teamId) ? await rest.request(Project, `project/${teamId}`) : null
  if (project === null || project.archived === true || project.deleted === true) return null
  return { id: project.id, name: project.name, key: project.key }
}

async function findEpic(rest: JiraClient, epicId: string, teamId: string | null): Promise<Choice | null> {
  const path = `issue/${epicId}?fields=summary,project,issuetype`
  const issue = isJiraId(epicId) ? await rest.request(Epic, path) : null
  if (issue === null || !isEpic(issue.fields.issuetype)) return null
  if (teamId !== null && issue.fields.project.id !== teamId) return null
  return toEpicChoice(issue)
}

/** Sites may call their epics something else; the level is the same. */
export const isEpic = ({ name, hierarchyLevel }: { name: string; hierarchyLevel?: number | undefined }): boolean =>
  hierarchyLevel === undefined ? name === 'Epic' : hierarchyLevel === 1

export const toEpicChoice = ({ id, key, fields }: Static<typeof Epic>): Choice => ({ id, name: fields.summary, key })

async function canBeAssigned(rest: JiraClient, teamId: string, accountId: string): Promise<boolean> {
  // Other than letters, digits, colons and dashes there is nothing in an account id.
  if (!isJiraId(teamId) || !/^[\w:-]{1,128}$/.test(accountId)) return false
  const query = new URLSearchParams({ project: teamId, accountId })
  const users = (await rest.request(Users, `user/assignable/search?${query}`)) ?? []
  return users.some((user) => user.accountId === accountId && user.active !== false)
}
