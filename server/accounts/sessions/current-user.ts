import { sql } from 'kysely'
import { resolveFileUrl } from '../../files/url.ts'
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

/** The signed-in account with its session and memberships. */
export interface CurrentUser {
  account: { id: string; email: string; name: string; isVerified: boolean; hasTotp: boolean }
  sessionId: string
  /** Sorted by the workspace's name. */
  memberships: Membership[]
  lastWorkspaceId: string | null
  /** Cookies to send when the session was extended, so that the browser keeps the cookie as long. */
  setCookies: string[]
}

// The precision of "last seen", and how often a session is extended.
const lastSeenPrecisionMs = 10 * 60_000
// Far more than a person has.
const maxMemberships = 200

type Row = CurrentUser['account'] &
  Pick<CurrentUser, 'sessionId' | 'memberships' | 'lastWorkspaceId'> & { seenAt: string }

/** Loads the current user in one statement; every ten minutes a second one extends the session. */
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
  const user: CurrentUser = {
    account,
    sessionId,
    memberships: memberships.map((each) => ({
      ...each,
      logoUrl: each.logoUrl && resolveFileUrl(each.logoUrl, `/console/w/${each.slug}`),
    })),
    lastWorkspaceId,
    setCookies: isDue ? cookies.renewed(headers) : [],
  }
  return user
}

const extendSession = ({ db }: Database, sessionId: string, now: string) =>
  sql`with session as (
        update account_sessions
        set updated_at = ${now}, expires_at = ${new Date(Date.parse(now) + sessionSeconds * 1_000).toISOString()}
        where id = ${sessionId} returning account_id)
      update accounts set last_seen_at = ${now} from session where accounts.id = session.account_id`.execute(db)

/** Stores the workspace that the console opens next time, if the account is a member of it. */
export async function rememberWorkspace({ db }: Database, accountId: string, workspaceId: string): Promise<void> {
  await sql`update accounts set last_workspace_id = ${workspaceId}
    where id = ${accountId} and last_workspace_id is distinct from ${workspaceId}
      and exists (select from members where workspace_id = ${workspaceId} and account_id = ${accountId})`.execute(db)
}
