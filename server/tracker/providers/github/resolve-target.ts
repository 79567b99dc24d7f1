import type { Choice, ResolvedTarget, Target, TargetMember } from '../../tracker.ts'
import { type GitHubClient, isSuccess, requireContent } from './client.ts'
import { mapConcurrently } from './concurrency.ts'
import { toRefusal } from './errors.ts'
import { encodeSegment, isLogin, isWholeNumber } from './ids.ts'
import { type Repository, toRepositoryChoice } from './repository.ts'
import { MilestoneSchema } from './schemas.ts'

/** Looks up a target. @param repository null if it does not exist or the target names none. */
export async function resolveTarget(
  client: GitHubClient,
  repository: Repository | null,
  target: Target,
): Promise<ResolvedTarget> {
  if (!repository?.acceptsIssues) {
    return { team: null, project: null, unknown: target.teamId === null ? [] : ['teamId'] }
  }
  const { projectId, labelIds, assigneeId } = target
  let project: Choice | null = null
  const isProject = async () => {
    if (projectId !== null) project = await findMilestone(client, repository, projectId)
    return projectId === null || project !== null
  }
  const isKnown: [TargetMember, () => Promise<boolean>][] = [
    ['projectId', isProject],
    ['labelIds', () => areLabels(client, repository, labelIds)],
    ['assigneeId', async () => assigneeId === null || isAssignee(client, repository, assigneeId)],
  ]
  const unknown = await mapConcurrently(isKnown, async ([member, check]) => ((await check()) ? null : member))
  return {
    team: toRepositoryChoice(repository.fullName),
    project,
    unknown: unknown.filter((member) => member !== null),
  }
}

export const toMilestoneChoice = ({ number, title }: { number: number; title: string }): Choice => ({
  id: String(number),
  name: title,
  key: null,
})

async function findMilestone(client: GitHubClient, { path }: Repository, projectId: string): Promise<Choice | null> {
  if (!isWholeNumber(projectId)) return null
  const response = await client.request(`${path}/milestones/${projectId}`)
  return response.status === 404 ? null : toMilestoneChoice(requireContent(response, MilestoneSchema))
}

/** Checks each label, because GitHub would create an unknown one. */
async function areLabels(client: GitHubClient, { path }: Repository, labelIds: string[]): Promise<boolean> {
  const known = await mapConcurrently([...new Set(labelIds)], async (name) => {
    const segment = encodeSegment(name)
    return segment !== null && exists(client, `${path}/labels/${segment}`)
  })
  return known.every(Boolean)
}

const isAssignee = async (client: GitHubClient, { path }: Repository, login: string): Promise<boolean> =>
  isLogin(login) && exists(client, `${path}/assignees/${login}`)

async function exists(client: GitHubClient, path: string): Promise<boolean> {
  const response = await client.request(path)
  if (isSuccess(response)) return true
  if (response.status === 404) return false
  throw toRefusal(response)
}
