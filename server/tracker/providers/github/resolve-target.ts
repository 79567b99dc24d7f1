import type { Choice, Inspection, Target, TargetMember } from '../../tracker.ts'
import { type Client, contentOf, isSuccess } from './client.ts'
import { refusalOf } from './errors.ts'
import { inLanes } from './concurrency.ts'
import { isLogin, isWholeNumber, segmentOf } from './ids.ts'
import { choiceOf, type Repository } from './repository.ts'
import { MilestoneShape } from './schemas.ts'

/** @param repository null when it is not there, or none was asked for */
export async function inspectTarget(
  client: Client,
  repository: Repository | null,
  target: Target,
): Promise<Inspection> {
  if (!repository?.takesIssues) {
    return { team: null, project: null, unknown: target.teamId === null ? [] : ['teamId'] }
  }
  const { projectId, labelIds, assigneeId } = target
  let project: Choice | null = null
  const isProject = async () => {
    if (projectId !== null) project = await milestone(client, repository, projectId)
    return projectId === null || project !== null
  }
  const isKnown: [TargetMember, () => Promise<boolean>][] = [
    ['projectId', isProject],
    ['labelIds', () => areLabels(client, repository, labelIds)],
    ['assigneeId', async () => assigneeId === null || isAssignee(client, repository, assigneeId)],
  ]
  const unknown = await inLanes(isKnown, async ([member, ask]) => ((await ask()) ? null : member))
  return { team: choiceOf(repository.fullName), project, unknown: unknown.filter((member) => member !== null) }
}

export const milestoneChoice = ({ number, title }: { number: number; title: string }): Choice => ({
  id: String(number),
  name: title,
  key: null,
})

async function milestone(client: Client, { path }: Repository, projectId: string): Promise<Choice | null> {
  if (!isWholeNumber(projectId)) return null
  const answer = await client.ask(`${path}/milestones/${projectId}`)
  return answer.status === 404 ? null : milestoneChoice(contentOf(answer, MilestoneShape))
}

/** GitHub would make a label that it does not have. */
async function areLabels(client: Client, { path }: Repository, labelIds: string[]): Promise<boolean> {
  const known = await inLanes([...new Set(labelIds)], async (name) => {
    const segment = segmentOf(name)
    return segment !== null && exists(client, `${path}/labels/${segment}`)
  })
  return known.every(Boolean)
}

const isAssignee = async (client: Client, { path }: Repository, login: string): Promise<boolean> =>
  isLogin(login) && exists(client, `${path}/assignees/${login}`)

async function exists(client: Client, path: string): Promise<boolean> {
  const answer = await client.ask(path)
  if (isSuccess(answer)) return true
  if (answer.status === 404) return false
  throw refusalOf(answer)
}
