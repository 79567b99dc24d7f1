import { sql } from 'kysely'
import type { Role } from '../../platform/authorization.ts'
import type { Database } from '../../platform/db/database.ts'
import { type SessionCookies, sessionSeconds } from './cookies.ts'

export interface Membership {
  workspaceId: string
  slug: string
  name: string
  logoUrl: string | null
  memberId: string
  role: Role
}

/** Who is signed in, and where they may go. */
export interface CurrentUser {
  account: { id: string; email: string; name: string; isVerified: boolean; hasTotp: boolean }
  sessionId: string
  /** By name of the workspace. */
  memberships: Membership[]
  lastWorkspaceId: string | null
  /** To be sent with the answer now and then, so that the browser keeps the cookie for as long as the session. */
  setCookies: string[]
}

// How exact "last seen" is, and how often a session is prolonged.
const lastSeenPrecisionMs = 10 * 60_000
// Far more than a person has; a bound all the same.
const maxMemberships = 200

type Row = CurrentUser['account'] &
  Pick<CurrentUser, 'sessionId' | 'memberships' | 'lastWorkspaceId'> & { seenAt: string }

/** Reads who is signed in, in one statement; every few minutes a second one prolongs the session. */
export async function readCurrentUser(database: Database, cookies: SessionCookies, headers: Headers, now: string) {
  const token = cookies.sessionToken(headers)
  if (token === null) return null
  const { rows } = await sql<Row>`
    select a.id, a.email, a.name, a.is_verified as "isVerified", a.has_totp as "hasTotp", s.id as "sessionId",
      a.last_workspace_id as "lastWorkspaceId", s.updated_at as "seenAt",
      (select coalesce(json_agg(m), '[]') from (
        select w.workspace_id as "workspaceId", w.slug, w.name, w.logo_url as "logoUrl", m.id as "memberId", m.role
        from members m join workspaces w on w.workspace_id = m.workspace_id
        where m.account_id = a.id order by lower(w.name), w.workspace_id limit ${maxMemberships}) m) as memberships
    from account_sessions s join accounts a on a.id = s.account_id
    where s.token = ${token} and s.expires_at > ${now}`.execute(database.db)
  const [row] = rows
  if (!row) return null
  const { sessionId, memberships, lastWorkspaceId, seenAt, ...account } = row
  const isDue = Date.parse(now) - Date.parse(seenAt) > lastSeenPrecisionMs
  if (isDue) await extendSession(database, sessionId, now)
  const visitor: CurrentUser = {
    account,
    sessionId,
    memberships,
    lastWorkspaceId,
    setCookies: isDue ? cookies.renewed(headers) : [],
  }
  return visitor
}

const extendSession = ({ db }: Database, sessionId: string, now: string) =>
  sql`with session as (
        update account_sessions
        set updated_at = ${now}, expires_at = ${new Date(Date.parse(now) + sessionSeconds * 1_000).toISOString()}
        where id = ${sessionId} returning account_id)
      update accounts set last_seen_at = ${now} from session where accounts.id = session.account_id`.execute(db)

/** Which workspace the console opens with next time; only one that they are a member of. */
export async function rememberWorkspace({ db }: Database, accountId: string, workspaceId: string): Promise<void> {
  await sql`update accounts set last_workspace_id = ${workspaceId}
    where id = ${accountId} and last_workspace_id is distinct from ${workspaceId}
      and exists (select from members where workspace_id = ${workspaceId} and account_id = ${accountId})`.execute(db)
}
