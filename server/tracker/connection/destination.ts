import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import { type Choices, listAllChoices } from '../client/choices.ts'
import { toFormError } from '../client/errors.ts'
import { decryptCredential, withTrackerSession } from '../client/session.ts'
import { trackerCan } from '../permissions.ts'
import { loadTracker } from '../registry.ts'
import { type Choice, type Provider, type Target, type TargetMember, TrackerError } from '../tracker.ts'
import { type ConnectInput, type ConnectResult, connectTracker } from './connect.ts'
import { type ConnectionContext, interactiveTimeout } from './context.ts'
import type { DefaultsInput } from './defaults.ts'
import { type Connection, getCurrentConnection, toDefaultTarget } from './queries.ts'

/** The choices for new issues of one team, and the current defaults. */
export interface Destination extends Choices {
  provider: Provider
  unsupported: readonly TargetMember[]
  chosen: Target
}

/**
 * Asks the tracker where issues can go. Null if no tracker is connected. Never call it inside a transaction.
 * @param teamId the team whose projects, labels and assignees to list. Default: the connection's team.
 * @returns `failure` with the reason if the tracker could not be asked.
 * @throws 403
 */
export async function getDestination(
  context: ConnectionContext,
  teamId?: string,
): Promise<Destination | { failure: string } | null> {
  permit(trackerCan(context.scope.actor).seeSettings)
  const connection = await getCurrentConnection(context.scope)
  if (connection === null) return null
  const defaults = toDefaultTarget(connection)
  // The defaults belong to one team, except for the priority.
  const chosen =
    teamId === undefined || teamId === defaults.teamId
      ? defaults
      : { teamId, projectId: null, labelIds: [], assigneeId: null, priority: defaults.priority }
  try {
    return await withTrackerSession(
      context,
      context.scope.db,
      connection,
      interactiveTimeout(),
      async ({ session, tracker: { provider, unsupported } }) => {
        const choices = await listAllChoices(session, chosen.teamId)
        return { ...withChosen(choices, connection, chosen), provider, unsupported, chosen }
      },
    )
  } catch (error) {
    if (error instanceof TrackerError) return { failure: error.message }
    throw error
  }
}

/** Adds current defaults beyond the 250 that are listed, so that saving the form again keeps them. */
const withChosen = (choices: Choices, { team_id, team_name, project_name }: Connection, chosen: Target): Choices => ({
  teams: includeChoice(choices.teams, team_id, team_name),
  projects: includeChoice(choices.projects, chosen.projectId, project_name),
  labels: chosen.labelIds.reduce((labels, id) => includeChoice(labels, id, null), choices.labels),
  assignees: includeChoice(choices.assignees, chosen.assigneeId, null),
})

const includeChoice = (choices: Choice[], id: string | null, name: string | null): Choice[] =>
  id === null || choices.some((choice) => choice.id === id)
    ? choices
    : [{ id, name: name ?? id, key: null }, ...choices]

/**
 * Changes where new issues go, with the stored credential. Keeps links, the stage mapping and, for the same team, the
 * webhook. Null if no tracker is connected. Never call it inside a transaction.
 * @throws 403; 400 naming what the tracker does not know, or with the tracker's own message.
 */
export async function changeDestination(
  context: ConnectionContext,
  defaults: DefaultsInput,
): Promise<ConnectResult | null> {
  permit(trackerCan(context.scope.actor).connect)
  // Opening a session refreshes and stores an OAuth credential that is about to expire.
  const current = await getDestination(context)
  if (current === null) return null
  const connection = await getCurrentConnection(context.scope)
  if (connection === null) return null
  const { provider, api_url: apiUrl } = connection
  try {
    const credential = decryptCredential(context.vault, connection)
    return await connectTracker(context, { provider, apiUrl, credential }, defaults)
  } catch (error) {
    throw toFormError(error)
  }
}

/**
 * Lists the teams that a credential can send issues to; empty if the tracker needs no team. Never call it inside a
 * transaction.
 * @throws 403; 400 for a credential that the tracker rejects.
 */
export async function listTeams(
  context: ConnectionContext,
  { provider, apiUrl, credential }: ConnectInput,
): Promise<Choice[]> {
  permit(trackerCan(context.scope.actor).connect)
  const tracker = await loadTracker(provider)
  if (!tracker.required.includes('teamId')) return []
  const options = { apiUrl, credential, fetch: context.fetch, signal: interactiveTimeout() }
  try {
    const teams = await tracker.openSession(options).listChoices('team', null)
    if (teams.length > 0) return teams
  } catch (error) {
    throw toFormError(error, credential.kind)
  }
  const path = credential.kind === 'app' ? '/secretKey' : '/token'
  const message = `has no access to anything in ${tracker.name} that issues can be created in`
  throw invalid([{ path, message, code: 'no-destination', values: { tracker: tracker.name } }])
}
