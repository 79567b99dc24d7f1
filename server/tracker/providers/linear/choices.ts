import type { Choice } from '../../tracker.ts'
import type { LinearRequest } from './client.ts'
import * as documents from './documents.ts'

type Kind = 'team' | 'project' | 'label' | 'assignee'

/** What can be chosen for an issue of a team, or of any team for null. */
export const choiceLists: Record<Kind, (ask: LinearRequest, teamId: string | null) => Promise<Choice[]>> = {
  team: (ask) => ask(documents.teams, {}, ({ teams }: documents.TeamsData) => teams.nodes),

  project: (ask, teamId) => {
    const filter = teamId === null ? null : { accessibleTeams: { some: { id: { eq: teamId } } } }
    return ask(documents.projects, { filter }, ({ projects }: documents.ProjectsData) =>
      projects.nodes.map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // A group is a heading over labels and cannot be given to an issue. Labels without a team are everybody's.
  label: (ask, teamId) => {
    const ofTeam = teamId === null ? {} : { or: [{ team: { null: true } }, { team: { id: { eq: teamId } } }] }
    const filter = { isGroup: { eq: false }, ...ofTeam }
    return ask(documents.labels, { filter }, ({ issueLabels }: documents.LabelsData) =>
      issueLabels.nodes.filter(({ retiredAt }) => retiredAt === null).map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // Whoever sees a team can have its issues, members or not.
  assignee: (ask) =>
    ask(documents.users, {}, ({ users }: documents.UsersData) =>
      users.nodes
        .filter(({ isAssignable }) => isAssignable)
        .map(({ id, name, displayName }) => ({ id, name, key: displayName })),
    ),
}
