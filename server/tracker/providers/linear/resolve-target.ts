import { isUuid } from '../../../platform/ids.ts'
import type { ResolvedTarget, Target, TargetMember } from '../../tracker.ts'
import type { ResolveTargetData } from './documents.ts'

/**
 * Returns the variables of `documents.resolveTarget`. Leaves out malformed ids, for which Linear would reject the
 * query.
 */
export function targetVariables({ teamId, projectId, labelIds, assigneeId }: Target) {
  const [teamIds, projectIds, assigneeIds] = [teamId, projectId, assigneeId].map((id) =>
    [id].filter((value) => value !== null && isUuid(value)),
  ) as [string[], string[], string[]]
  const labelUuids = labelIds.filter(isUuid)
  return {
    teamIds,
    withTeam: teamIds.length > 0,
    projectIds,
    withProject: projectIds.length > 0,
    labelIds: labelUuids,
    withLabels: labelUuids.length > 0,
    assigneeIds,
    withAssignee: assigneeIds.length > 0,
  }
}

export function toResolvedTarget(target: Target, data: ResolveTargetData): ResolvedTarget {
  const { teamId, projectId, labelIds, assigneeId } = target
  const team = data.teams?.nodes.find(({ retiredAt }) => retiredAt === null) ?? null
  const project = data.projects?.nodes[0] ?? null
  const isOfTeam = (id: string) => team === null || team.id === id
  const usable = new Set(
    data.issueLabels?.nodes
      .filter((label) => !label.isGroup && label.retiredAt === null && (label.team === null || isOfTeam(label.team.id)))
      .map(({ id }) => id),
  )
  const isKnown: Record<TargetMember, boolean> = {
    teamId: teamId === null || team !== null,
    projectId: projectId === null || (project?.teams.nodes.some(({ id }) => isOfTeam(id)) ?? false),
    labelIds: labelIds.every((id) => usable.has(id.toLowerCase())),
    assigneeId: assigneeId === null || (data.users?.nodes[0]?.isAssignable ?? false),
    priority: true,
  }
  return {
    team: team && { id: team.id, name: team.name, key: team.key },
    project: project && { id: project.id, name: project.name, key: null },
    unknown: (Object.keys(isKnown) as TargetMember[]).filter((member) => !isKnown[member]),
  }
}
