import { invalid } from '../../platform/problems.ts'
import { toFormError } from '../client/form-errors.ts'
import { decryptCredential, withTrackerSession } from '../client/session.ts'
import { loadTracker } from '../registry.ts'
import { type Choice, type Credential, type Provider, type TargetMember, TrackerError } from '../tracker.ts'
import { type ConnectionContext, type ConnectResult, connectTracker } from './connect.ts'
import type { DefaultsInput } from './defaults.ts'
import { getCurrentConnection } from './queries.ts'

// Somebody looks on.
const timeoutMs = 30_000

/** What can be chosen for new issues, and what is chosen; of one team where it belongs to a team. */
export interface Destination {
  provider: Provider
  teams: Choice[]
  projects: Choice[]
  labels: Choice[]
  assignees: Choice[]
  unsupported: readonly TargetMember[]
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
export async function getDestination(
  desk: ConnectionContext,
  teamId?: string,
): Promise<Destination | { failure: string } | null> {
  const connection = await getCurrentConnection(desk.scope)
  if (connection === null) return null
  const isOther = teamId !== undefined && teamId !== connection.team_id
  const of = teamId ?? connection.team_id
  const { unsupported } = await loadTracker(connection.provider)
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
    return await withTrackerSession(
      desk,
      desk.scope.db,
      connection,
      AbortSignal.timeout(timeoutMs),
      async ({ session, tracker }) => {
        const kinds = ['team', 'project', 'label', 'assignee'] as const
        const all = await Promise.all(kinds.map((kind) => session.listChoices(kind, kind === 'team' ? null : of)))
        const [teams, projects, labels, assignees] = all as [Choice[], Choice[], Choice[], Choice[]]
        const { team_name, project_name } = connection
        return {
          provider: tracker.provider,
          teams: includeChosen(teams, connection.team_id, team_name),
          projects: isOther ? projects : includeChosen(projects, chosen.projectId, project_name),
          labels: chosen.labelIds.reduce((all, id) => includeChosen(all, id, null), labels),
          assignees: includeChosen(assignees, chosen.assigneeId, null),
          unsupported,
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
const includeChosen = (choices: Choice[], id: string | null, name: string | null): Choice[] =>
  id === null || choices.some((choice) => choice.id === id)
    ? choices
    : [{ id, name: name ?? id, key: null }, ...choices]

/**
 * Sends new issues elsewhere, with the credential that there is: links, mapping and webhook go on as far as they can.
 * Null when nothing is connected. Not in a transaction.
 * @throws 400 naming what the tracker does not know, or with its own words
 */
export async function changeDestination(desk: ConnectionContext, wishes: DefaultsInput): Promise<ConnectResult | null> {
  // A sign-in that has run out is renewed by this, and stored.
  const asked = await getDestination(desk)
  if (asked === null) return null
  const connection = await getCurrentConnection(desk.scope)
  if (connection === null) return null
  const { provider, api_url: apiUrl } = connection
  try {
    const credential = decryptCredential(desk.vault, connection)
    return await connectTracker(desk, { provider, apiUrl, credential }, wishes)
  } catch (error) {
    throw toFormError(error)
  }
}

/**
 * The teams that a credential may send issues to; none where a tracker needs no team. Not in a transaction.
 * @throws 400 for a credential that the tracker turns away
 */
export async function listTeams(
  desk: ConnectionContext,
  { provider, apiUrl, credential }: { provider: Provider; apiUrl: string; credential: Credential },
): Promise<Choice[]> {
  const tracker = await loadTracker(provider)
  if (!tracker.required.includes('teamId')) return []
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const teams = await tracker.openSession({ apiUrl, credential, fetch: desk.fetch, signal }).listChoices('team', null)
    if (teams.length > 0) return teams
  } catch (error) {
    throw toFormError(error, credential.kind)
  }
  const path = credential.kind === 'app' ? '/secretKey' : '/token'
  throw invalid([{ path, message: `sees nothing in ${tracker.name} that issues could go to` }])
}
