import type { Choice } from '../../tracker.ts'
import type { Ask } from './client.ts'
import * as documents from './documents.ts'

type Kind = 'team' | 'project' | 'label' | 'assignee'

/** What can be chosen for an issue of a team, or of any team for null. */
export const choices: Record<Kind, (ask: Ask, teamId: string | null) => Promise<Choice[]>> = {
  team: (ask) => ask(documents.teams, {}, ({ teams }: documents.TeamsAnswer) => teams.nodes),

  project: (ask, teamId) => {
    const filter = teamId === null ? null : { accessibleTeams: { some: { id: { eq: teamId } } } }
    return ask(documents.projects, { filter }, ({ projects }: documents.ProjectsAnswer) =>
      projects.nodes.map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // A group is a heading over labels and cannot be given to an issue. Labels without a team are everybody's.
  label: (ask, teamId) => {
    const ofTeam = teamId === null ? {} : { or: [{ team: { null: true } }, { team: { id: { eq: teamId } } }] }
    const filter = { isGroup: { eq: false }, ...ofTeam }
    return ask(documents.labels, { filter }, ({ issueLabels }: documents.LabelsAnswer) =>
      issueLabels.nodes.filter(({ retiredAt }) => retiredAt === null).map(({ id, name }) => ({ id, name, key: null })),
    )
  },

  // Whoever sees a team can have its issues, members or not.
  assignee: (ask) =>
    ask(documents.users, {}, ({ users }: documents.UsersAnswer) =>
      users.nodes
        .filter(({ isAssignable }) => isAssignable)
        .map(({ id, name, displayName }) => ({ id, name, key: displayName })),
    ),
}
