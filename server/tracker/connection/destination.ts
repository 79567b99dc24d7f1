import { invalid } from '../../platform/problems.ts'
import type { Wishes } from './defaults.ts'
import { type Connected, connectTracker, type Desk } from './connect.ts'
import { openConnection } from './queries.ts'
import { converse, openCredential } from '../client/session.ts'
import { asRefusal } from '../client/form-errors.ts'
import { trackerOf } from '../registry.ts'
import { type Choice, type Credential, type Provider, type TargetMember, TrackerError } from '../tracker.ts'

// Somebody looks on.
const patienceMs = 30_000

/** What can be chosen for new issues, and what is chosen; of one team where it belongs to a team. */
export interface Destination {
  provider: Provider
  teams: Choice[]
  projects: Choice[]
  labels: Choice[]
  assignees: Choice[]
  lacks: readonly TargetMember[]
  chosen: {
    teamId: string | null
    projectId: string | null
    labelIds: string[]
    assigneeId: string | null
    priority: number | null
  }
}

/**
 * Asks the tracker where issues can go. Null when none is connected. Not in a transaction.
 * @param teamId whose projects, labels and people. Default: that of the connection.
 * @returns `failure`, in the tracker's words, when it could not be asked.
 */
export async function destinationChoices(
  desk: Desk,
  teamId?: string,
): Promise<Destination | { failure: string } | null> {
  const connection = await openConnection(desk.scope)
  if (connection === null) return null
  const isOther = teamId !== undefined && teamId !== connection.team_id
  const of = teamId ?? connection.team_id
  const { lacks } = await trackerOf(connection.provider)
  const chosen = isOther
    ? { teamId, projectId: null, labelIds: [], assigneeId: null, priority: connection.priority }
    : {
        teamId: connection.team_id,
        projectId: connection.project_id,
        labelIds: connection.label_ids,
        assigneeId: connection.assignee_id,
        priority: connection.priority,
      }
  try {
    return await converse(
      desk,
      desk.scope.db,
      connection,
      AbortSignal.timeout(patienceMs),
      async ({ session, tracker }) => {
        const kinds = ['team', 'project', 'label', 'assignee'] as const
        const all = await Promise.all(kinds.map((kind) => session.choices(kind, kind === 'team' ? null : of)))
        const [teams, projects, labels, assignees] = all as [Choice[], Choice[], Choice[], Choice[]]
        const { team_name, project_name } = connection
        return {
          provider: tracker.provider,
          teams: withChosen(teams, connection.team_id, team_name),
          projects: isOther ? projects : withChosen(projects, chosen.projectId, project_name),
          labels: chosen.labelIds.reduce((all, id) => withChosen(all, id, null), labels),
          assignees: withChosen(assignees, chosen.assigneeId, null),
          lacks,
          chosen,
        }
      },
    )
  } catch (error) {
    if (error instanceof TrackerError) return { failure: error.message }
    throw error
  }
}

/** Not everything is among the choices (250 at most), and what was chosen must not be lost by saving again. */
const withChosen = (choices: Choice[], id: string | null, name: string | null): Choice[] =>
  id === null || choices.some((choice) => choice.id === id)
    ? choices
    : [{ id, name: name ?? id, key: null }, ...choices]

/**
 * Sends new issues elsewhere, with the credential that there is: links, mapping and webhook go on as far as they can.
 * Null when nothing is connected. Not in a transaction.
 * @throws 400 naming what the tracker does not know, or with its own words
 */
export async function chooseDestination(desk: Desk, wishes: Wishes): Promise<Connected | null> {
  // A sign-in that has run out is renewed by this, and stored.
  const asked = await destinationChoices(desk)
  if (asked === null) return null
  const connection = await openConnection(desk.scope)
  if (connection === null) return null
  const { provider, api_url: apiUrl } = connection
  try {
    const credential = openCredential(desk.vault, connection)
    return await connectTracker(desk, { provider, apiUrl, credential }, wishes)
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * The teams that a credential may send issues to; none where a tracker needs no team. Not in a transaction.
 * @throws 400 for a credential that the tracker turns away
 */
export async function teamsOf(
  desk: Desk,
  { provider, apiUrl, credential }: { provider: Provider; apiUrl: string; credential: Credential },
): Promise<Choice[]> {
  const tracker = await trackerOf(provider)
  if (!tracker.needs.includes('teamId')) return []
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const teams = await tracker.open({ apiUrl, credential, fetch: desk.fetch, signal }).choices('team', null)
    if (teams.length > 0) return teams
  } catch (error) {
    throw asRefusal(error, credential.kind)
  }
  const path = credential.kind === 'app' ? '/secretKey' : '/token'
  throw invalid([{ path, message: `sees nothing in ${tracker.name} that issues could go to` }])
}
