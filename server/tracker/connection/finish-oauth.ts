import { sql } from 'kysely'
import { type Connected, connectTracker, type Desk } from './connect.ts'
import { openConnection } from './queries.ts'
import { type Consent, callbackUrlOf } from './oauth-state.ts'
import { trackerOf } from '../registry.ts'
import type { Access } from '../tracker.ts'

export type Agreed = Consent & { verifier: string }

// Somebody looks on.
const patienceMs = 30_000

/**
 * Connects with what the tracker has sent back with somebody who has agreed. Null when the link is no longer good.
 * Not in a transaction.
 * @throws {TrackerError}; 400 naming each wish that cannot be fulfilled
 */
export async function finishConsent(desk: Desk, consent: Agreed, code: string): Promise<Connected | null> {
  const { provider, apiUrl, verifier } = consent
  // Of a link that was used already, whoever finds it in a history gets nothing.
  const isUsed = await hasChangedSince(desk.scope, consent.begunAt)
  const { oauth } = await trackerOf(provider)
  if (isUsed || oauth === undefined || desk.oauthClient === null) return null
  const access = {
    apiUrl,
    trustedApiUrl: desk.apiUrls[provider],
    fetch: desk.fetch,
    signal: AbortSignal.timeout(patienceMs),
  }
  const redirectUri = callbackUrlOf(desk.publicUrl)
  const credential = await oauth.exchange(access, { client: desk.oauthClient, redirectUri, code, verifier })
  const wishes = consent.begunBy ? await withTeam(desk, consent, { ...access, credential }) : consent.wishes
  return connectTracker(desk, { provider, apiUrl, credential }, wishes)
}

/** In the console the team is chosen afterwards, among those that there are; until then it is that of before, or the first. */
async function withTeam({ scope }: Desk, { provider, wishes }: Agreed, access: Access): Promise<Consent['wishes']> {
  const tracker = await trackerOf(provider)
  if (wishes.team !== undefined || !tracker.needs.includes('teamId')) return wishes
  const [teams, before] = await Promise.all([tracker.open(access).choices('team', null), openConnection(scope)])
  const team = teams.find(({ id }) => id === before?.team_id) ?? teams[0]
  return team === undefined ? wishes : { ...wishes, team: team.id }
}

/** Whether anything has been connected or disconnected since then. */
async function hasChangedSince({ db, workspaceId }: Desk['scope'], begunAt: number): Promise<boolean> {
  const row = await db
    .selectFrom('tracker_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`greatest(connected_at, disconnected_at) >= ${new Date(begunAt).toISOString()}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
