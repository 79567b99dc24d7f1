import type { Choice, TrackerSession } from '../tracker.ts'

/** The choices for an issue of one team, at most 250 of each kind. */
export interface Choices {
  teams: Choice[]
  projects: Choice[]
  labels: Choice[]
  assignees: Choice[]
}

/** Lists the choices of every kind. @param teamId the team whose projects, labels and assignees to list. */
export async function listAllChoices(session: TrackerSession, teamId: string | null): Promise<Choices> {
  const [teams, projects, labels, assignees] = await Promise.all([
    session.listChoices('team', null),
    session.listChoices('project', teamId),
    session.listChoices('label', teamId),
    session.listChoices('assignee', teamId),
  ])
  return { teams, projects, labels, assignees }
}
