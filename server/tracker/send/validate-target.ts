import { type Detail, invalid } from '../../platform/problems.ts'
import type { TrackerOverrides } from '../schema.ts'
import { type Inspection, type ProposedIssue, type TargetMember, TrackerError, type TrackerSession } from '../tracker.ts'

// What each member is called in messages about a default that is gone.
const nouns: Record<TargetMember, string> = {
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
export async function examine(
  session: TrackerSession,
  issue: ProposedIssue,
  overrides: TrackerOverrides,
  at: string,
): Promise<Inspection> {
  const inspection = await session.inspect(issue)
  const isOverride = (member: TargetMember) => overrides[member] !== undefined
  const problems: Detail[] = inspection.unknown.filter(isOverride).map((member) => ({
    path: at + member,
    message: `must be known to the connected tracker${member === 'teamId' ? '' : ', in this team'}`,
  }))
  if (problems.length > 0) throw invalid(problems)
  const gone = inspection.unknown.filter((member) => !isOverride(member)).map((member) => nouns[member])
  if (gone.length > 0) throw new TrackerError('stale', `its default ${gone.join(' and ')} can no longer be found`)
  return inspection
}

/** Whether an examination was of the connection's own defaults, so that it tells about the connection. */
export const isOfDefaults = (overrides: TrackerOverrides): boolean =>
  overrides.teamId === undefined && overrides.projectId === undefined && overrides.labelIds === undefined
