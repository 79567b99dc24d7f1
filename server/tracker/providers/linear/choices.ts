import type { Choice } from '../../tracker.ts'
import type { LinearRequest } from './client.ts'
import * as documents from './documents.ts'

type Kind = 'team' | 'project' | 'label' | 'assignee'

/** Lists the choices for issues of a team, or of all teams for null. */
export const choiceLists: Record<Kind, (request: LinearRequest, teamId: string | null) => Promise<Choice[]>> = {
  team: (request) => request(documents.teams, {}, ({ teams }: documents.TeamsData) => teams.nodes),

  project: (request, teamId) => {
    const filter = teamId === null ? null : { accessibleTeams: { some: { id: { eq: teamId } } } }
    return request(documents.projects, { filter }, ({ projects }: documents.ProjectsData) =>
      projects.nodes.map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // A label group cannot be added to an issue. Labels without a team belong to all teams.
  label: (request, teamId) => {
    const ofTeam = teamId === null ? {} : { or: [{ team: { null: true } }, { team: { id: { eq: teamId } } }] }
    const filter = { isGroup: { eq: false }, ...ofTeam }
    return request(documents.labels, { filter }, ({ issueLabels }: documents.LabelsData) =>
      issueLabels.nodes.filter(({ retiredAt }) => retiredAt === null).map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // Everyone who can see a team can be assigned its issues, members or not.
  assignee: (request) =>
    request(documents.users, {}, ({ users }: documents.UsersData) =>
      users.nodes
        .filter(({ isAssignable }) => isAssignable)
        .map(({ id, name, displayName }) => ({ id, name, key: displayName })),
    ),
}
