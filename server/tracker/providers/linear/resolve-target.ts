import { isUuid } from '../../../platform/ids.ts'
import type { ResolvedTarget, Target, TargetMember } from '../../tracker.ts'
import type { ResolveTargetData } from './documents.ts'

/** Variables of `documents.inspect`. What cannot be an id names nothing, and Linear would refuse the query for it. */
export function targetVariables({ teamId, projectId, labelIds, assigneeId }: Target) {
  const [teamIds, projectIds, assigneeIds] = [teamId, projectId, assigneeId].map((id) =>
    [id].filter((given) => given !== null && isUuid(given)),
  ) as [string[], string[], string[]]
  const possibleLabels = labelIds.filter(isUuid)
  return {
    teamIds,
    withTeam: teamIds.length > 0,
    projectIds,
    withProject: projectIds.length > 0,
    labelIds: possibleLabels,
    withLabels: possibleLabels.length > 0,
    assigneeIds,
    withAssignee: assigneeIds.length > 0,
  }
}

export function toResolvedTarget(target: Target, answer: ResolveTargetData): ResolvedTarget {
  const { teamId, projectId, labelIds, assigneeId } = target
  const team = answer.teams?.nodes.find(({ retiredAt }) => retiredAt === null) ?? null
  const project = answer.projects?.nodes[0] ?? null
  const isOfTeam = (id: string) => team === null || team.id === id
  const usable = new Set(
    answer.issueLabels?.nodes
      .filter((label) => !label.isGroup && label.retiredAt === null && (label.team === null || isOfTeam(label.team.id)))
      .map(({ id }) => id),
  )
  const isKnown: Record<TargetMember, boolean> = {
    teamId: teamId === null || team !== null,
    projectId: projectId === null || (project?.teams.nodes.some(({ id }) => isOfTeam(id)) ?? false),
    labelIds: labelIds.every((id) => usable.has(id.toLowerCase())),
    assigneeId: assigneeId === null || (answer.users?.nodes[0]?.isAssignable ?? false),
    priority: true,
  }
  return {
    team: team && { id: team.id, name: team.name, key: team.key },
    project: project && { id: project.id, name: project.name, key: null },
    unknown: (Object.keys(isKnown) as TargetMember[]).filter((member) => !isKnown[member]),
  }
}
