import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import { trackerCan } from '../permissions.ts'
import { loadTracker } from '../registry.ts'
import type { SessionOptions } from '../tracker.ts'
import { type ConnectResult, connectTracker } from './connect.ts'
import { type ConnectionContext, interactiveTimeout } from './context.ts'
import { createOAuthStates, type OAuthState, oauthCallbackUrl, type VerifiedOAuthState } from './oauth-state.ts'
import { getCurrentConnection } from './queries.ts'

type StartOAuthInput = Pick<OAuthState, 'provider' | 'apiUrl' | 'defaults' | 'startedBy'>

/**
 * Starts an OAuth authorization.
 * @returns the URL of the tracker's consent page, and the redirect URI; null if the tracker has no OAuth or the
 * operator has configured no client for it.
 * @throws 403
 */
export async function startOAuth(
  { scope, oauthClient: client, publicUrl }: ConnectionContext,
  secretKey: string,
  input: StartOAuthInput,
): Promise<{ url: string; redirectUri: string } | null> {
  permit(trackerCan(scope.actor).connect)
  const { oauth } = await loadTracker(input.provider)
  if (oauth === undefined || client === null) return null
  const { state, challenge } = createOAuthStates(secretKey).begin({ workspaceId: scope.workspaceId, ...input })
  const redirectUri = oauthCallbackUrl(publicUrl)
  return { url: oauth.authorizeUrl({ client, redirectUri, state, challenge }), redirectUri }
}

/**
 * Exchanges the authorization code and connects the workspace. Null if the link has expired or was already used. Never
 * call it inside a transaction.
 * @throws {TrackerError}; 403; 400 naming each default that cannot be resolved.
 */
export async function finishOAuth(
  context: ConnectionContext,
  state: VerifiedOAuthState,
  code: string,
): Promise<ConnectResult | null> {
  permit(trackerCan(context.scope.actor).connect)
  const { provider, apiUrl, verifier } = state
  // A link that was used must be worthless to anyone who finds it in a browser history.
  const isUsed = await hasConnectionChangedSince(context.scope, state.startedAt)
  const { oauth } = await loadTracker(provider)
  if (isUsed || oauth === undefined || context.oauthClient === null) return null
  const options = {
    apiUrl,
    trustedApiUrl: context.apiUrls[provider],
    fetch: context.fetch,
    signal: interactiveTimeout(),
  }
  const redirectUri = oauthCallbackUrl(context.publicUrl)
  const credential = await oauth.exchangeCode(options, { client: context.oauthClient, redirectUri, code, verifier })
  const defaults = state.startedBy ? await withDefaultTeam(context, state, { ...options, credential }) : state.defaults
  return connectTracker(context, { provider, apiUrl, credential }, defaults)
}

/** In the console, the team is chosen on the next page. Until then, uses the previous team or the first in the list. */
async function withDefaultTeam(
  { scope }: ConnectionContext,
  { provider, defaults }: VerifiedOAuthState,
  options: SessionOptions,
): Promise<OAuthState['defaults']> {
  const tracker = await loadTracker(provider)
  if (defaults.team !== undefined || !tracker.required.includes('teamId')) return defaults
  const [teams, before] = await Promise.all([
    tracker.openSession(options).listChoices('team', null),
    getCurrentConnection(scope),
  ])
  const team = teams.find(({ id }) => id === before?.team_id) ?? teams[0]
  return team === undefined ? defaults : { ...defaults, team: team.id }
}

/** @param time milliseconds since 1970. */
async function hasConnectionChangedSince(
  { db, workspaceId }: ConnectionContext['scope'],
  time: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('tracker_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`greatest(connected_at, disconnected_at) >= ${new Date(time).toISOString()}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
