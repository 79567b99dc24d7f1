import { sql } from 'kysely'
import { loadTracker } from '../registry.ts'
import type { SessionOptions } from '../tracker.ts'
import { type ConnectionContext, type ConnectResult, connectTracker } from './connect.ts'
import { type OAuthState, oauthCallbackUrl } from './oauth-state.ts'
import { getCurrentConnection } from './queries.ts'

export type VerifiedOAuthState = OAuthState & { verifier: string }

// Somebody looks on.
const timeoutMs = 30_000

/**
 * Connects with what the tracker has sent back with somebody who has agreed. Null when the link is no longer good.
 * Not in a transaction.
 * @throws {TrackerError}; 400 naming each wish that cannot be fulfilled
 */
export async function finishOAuth(
  desk: ConnectionContext,
  consent: VerifiedOAuthState,
  code: string,
): Promise<ConnectResult | null> {
  const { provider, apiUrl, verifier } = consent
  // Of a link that was used already, whoever finds it in a history gets nothing.
  const isUsed = await hasChangedSince(desk.scope, consent.startedAt)
  const { oauth } = await loadTracker(provider)
  if (isUsed || oauth === undefined || desk.oauthClient === null) return null
  const access = {
    apiUrl,
    trustedApiUrl: desk.apiUrls[provider],
    fetch: desk.fetch,
    signal: AbortSignal.timeout(timeoutMs),
  }
  const redirectUri = oauthCallbackUrl(desk.publicUrl)
  const credential = await oauth.exchangeCode(access, { client: desk.oauthClient, redirectUri, code, verifier })
  const wishes = consent.startedBy ? await withDefaultTeam(desk, consent, { ...access, credential }) : consent.defaults
  return connectTracker(desk, { provider, apiUrl, credential }, wishes)
}

/** In the console the team is chosen afterwards, among those that there are; until then it is that of before, or the first. */
async function withDefaultTeam(
  { scope }: ConnectionContext,
  { provider, defaults: wishes }: VerifiedOAuthState,
  access: SessionOptions,
): Promise<OAuthState['defaults']> {
  const tracker = await loadTracker(provider)
  if (wishes.team !== undefined || !tracker.required.includes('teamId')) return wishes
  const [teams, before] = await Promise.all([
    tracker.openSession(access).listChoices('team', null),
    getCurrentConnection(scope),
  ])
  const team = teams.find(({ id }) => id === before?.team_id) ?? teams[0]
  return team === undefined ? wishes : { ...wishes, team: team.id }
}

/** Whether anything has been connected or disconnected since then. */
async function hasChangedSince({ db, workspaceId }: ConnectionContext['scope'], startedAt: number): Promise<boolean> {
  const row = await db
    .selectFrom('tracker_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`greatest(connected_at, disconnected_at) >= ${new Date(startedAt).toISOString()}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
