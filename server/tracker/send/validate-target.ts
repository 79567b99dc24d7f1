import { invalid, type ProblemDetail } from '../../platform/problems.ts'
import type { TrackerOverrides } from '../schema.ts'
import {
  type ProposedIssue,
  type ResolvedTarget,
  type TargetMember,
  TrackerError,
  type TrackerSession,
} from '../tracker.ts'

// Names for messages about a default that no longer exists.
const memberNames: Record<TargetMember, string> = {
  teamId: 'team',
  projectId: 'project',
  labelIds: 'labels',
  assigneeId: 'assignee',
  priority: 'priority',
}

/**
 * Looks up the target of a proposed issue in the tracker.
 * @param at prefix of the path of an override: `query.` or `/`.
 * @throws 400 naming each override that the tracker does not know; `stale` if a default no longer exists.
 */
export async function validateTarget(
  session: TrackerSession,
  issue: ProposedIssue,
  overrides: TrackerOverrides,
  at: string,
): Promise<ResolvedTarget> {
  const resolved = await session.resolveTarget(issue)
  const isOverride = (member: TargetMember) => overrides[member] !== undefined
  const problems: ProblemDetail[] = resolved.unknown.filter(isOverride).map((member) => ({
    path: at + member,
    message: `must exist in the connected tracker${member === 'teamId' ? '' : ', in this team'}`,
    code: 'not-in-tracker',
  }))
  if (problems.length > 0) throw invalid(problems)
  const missing = resolved.unknown.filter((member) => !isOverride(member)).map((member) => memberNames[member])
  if (missing.length > 0) throw new TrackerError('stale', `its default ${missing.join(' and ')} can no longer be found`)
  return resolved
}

/** Whether validating the target tests the connection's own defaults, and so the connection itself. */
export const usesDefaultTarget = (overrides: TrackerOverrides): boolean =>
  overrides.teamId === undefined && overrides.projectId === undefined && overrides.labelIds === undefined
