import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { TrackerOverrides } from '../schema.ts'
import {
  type ProposedIssue,
  type ResolvedTarget,
  type TargetMember,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'

// What each member is called in messages about a default that is gone.
const memberNames: Record<TargetMember, string> = {
  teamId: 'team',
  projectId: 'project',
  labelIds: 'labels',
  assigneeId: 'assignee',
  priority: 'priority',
}

/**
 * Looks up what an issue is proposed to have.
 * @param at where the overrides stand in the request: `query.` or `/`.
 * @throws 400 naming each override that the tracker does not know; `stale` when it is a default that it no longer knows.
 */
export async function validateTarget(
  session: TrackerSession,
  issue: ProposedIssue,
  overrides: TrackerOverrides,
  at: string,
): Promise<ResolvedTarget> {
  const inspection = await session.resolveTarget(issue)
  const isOverride = (member: TargetMember) => overrides[member] !== undefined
  const problems: ProblemDetail[] = inspection.unknown.filter(isOverride).map((member) => ({
    path: at + member,
    message: `must be known to the connected tracker${member === 'teamId' ? '' : ', in this team'}`,
  }))
  if (problems.length > 0) throw invalid(problems)
  const gone = inspection.unknown.filter((member) => !isOverride(member)).map((member) => memberNames[member])
  if (gone.length > 0) throw new TrackerError('stale', `its default ${gone.join(' and ')} can no longer be found`)
  return inspection
}

/** Whether an examination was of the connection's own defaults, so that it tells about the connection. */
export const usesDefaultTarget = (overrides: TrackerOverrides): boolean =>
  overrides.teamId === undefined && overrides.projectId === undefined && overrides.labelIds === undefined
