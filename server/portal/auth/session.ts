import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { selectPublicName } from '../../customers/public-name.ts'
import { canReadPrivatePortal } from '../../customers/sign-in/access.ts'
import { newId } from '../../platform/ids.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'

/** The customer who is signed in. */
export interface Viewer {
  customerId: string
  sessionId: string
  name: string | null
  /** The name that other people see; null if it is private (customers/public-name.ts). */
  publicName: string | null
  email: string | null
  /** Whether they take a place under the plan’s cap. The next members: see customers/tracking/take-part.ts. */
  isTracked: boolean
  isParticipant: boolean
  isAdmitted: boolean
}

/** Whether mail about their own requests reaches a visitor: signing in by code needs an address, a token does not. */
export const canGetMail = (viewer: Viewer | null): boolean => viewer === null || viewer.email !== null

// Sessions are long, because an attacker could gain little more than a vote.
export const customerSessionDays = 180

export const sessionCookie = 'heed_customer'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Returns the hash under which a session token is stored; null for a malformed token. */
export const hashSessionToken = (token: string | null): Buffer | null =>
  token !== null && tokenPattern.test(token) ? createHash('sha256').update(token).digest() : null

// More browsers than anyone uses. The widget creates a session for each page load and abandons the previous one.
const maxSessions = 50

/** How a session began: with an emailed code, or with a token that an SSO secret signed. */
export type SessionOrigin = { beganBy: 'code' } | { beganBy: 'sso'; secretId: string; secretExpiresAt: string | null }

/**
 * Creates a session and ends the customer's oldest ones beyond the maximum. A session that an SSO secret opened ends
 * when the secret does, so that a replaced secret keeps no one signed in.
 * @returns the token; only its hash is stored
 */
export function createCustomerSession(
  tx: WriteScope,
  customerId: string,
  days = customerSessionDays,
  origin: SessionOrigin = { beganBy: 'code' },
): string {
  const token = randomBytes(32).toString('base64url')
  const latest = new Date(Date.parse(tx.now) + days * 86_400_000).toISOString()
  const secretExpiresAt = origin.beganBy === 'sso' ? origin.secretExpiresAt : null
  tx.defer(
    tx.db
      .insertInto('customer_sessions')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        customer_id: customerId,
        hash: hashSessionToken(token)!,
        began_by: origin.beganBy,
        sso_secret_id: origin.beganBy === 'sso' ? origin.secretId : null,
        expires_at: secretExpiresAt !== null && secretExpiresAt < latest ? secretExpiresAt : latest,
        created_at: tx.now,
      })
      .execute(),
  )
  tx.defer(
    sql`delete from customer_sessions where workspace_id = ${tx.workspaceId} and id in (
      select id from customer_sessions where workspace_id = ${tx.workspaceId} and customer_id = ${customerId}
      order by id desc offset ${maxSessions})`.execute(tx.db),
  )
  return token
}

/** Ends the session with this token, whichever customer's it is. Ignores a missing or unknown token. */
export async function endSessionByToken({ db, workspaceId }: WriteScope, token: string | null): Promise<void> {
  const hash = hashSessionToken(token)
  if (hash === null) return
  await db.deleteFrom('customer_sessions').where('workspace_id', '=', workspaceId).where('hash', '=', hash).execute()
}

export async function endCustomerSession({ db, workspaceId }: WriteScope, sessionId: string): Promise<void> {
  await db.deleteFrom('customer_sessions').where('workspace_id', '=', workspaceId).where('id', '=', sessionId).execute()
}

/** Ends a customer's sessions in every browser. */
export async function endAllCustomerSessions({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('customer_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Ends all sessions of customers in the workspace. @returns how many */
export async function endEveryCustomerSession({ db, workspaceId, now }: WriteScope): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (delete from customer_sessions where workspace_id = ${workspaceId} returning expires_at)
    select count(*)::int as ended from ended where expires_at > ${now}`.execute(db)
  return rows[0]!.ended
}

/** Ends the customer's sessions that an emailed code opened, or that are too old to tell. */
export async function endSessionsBegunByCode({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('customer_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('began_by', '=', 'code'), eb('began_by', 'is', null)]))
    .execute()
}

/**
 * Limits the sessions that an SSO secret opened to the time until it expires. Sessions from before Heed stored how they
 * began may be among them, so they count as such if the secret expires at once.
 */
export async function endSessionsWithSecret(
  { db, workspaceId, now }: WriteScope,
  secretId: string,
  expiresAt: string,
): Promise<void> {
  if (expiresAt <= now) {
    await sql`
      delete from customer_sessions
      where workspace_id = ${workspaceId} and (sso_secret_id = ${secretId} or began_by is null)`.execute(db)
    return
  }
  await sql`
    update customer_sessions set expires_at = least(expires_at, ${expiresAt}::timestamptz)
    where workspace_id = ${workspaceId} and sso_secret_id = ${secretId}`.execute(db)
}

/** Ends the sessions of customers who may not read the private portal. */
export async function endSessionsWithoutAccess({ db, workspaceId }: WriteScope): Promise<void> {
  await sql`
    delete from customer_sessions s using customers c
    where s.workspace_id = ${workspaceId} and c.workspace_id = s.workspace_id and c.id = s.customer_id and not ${canReadPrivatePortal('c')}`.execute(
    db,
  )
}

/** Returns whether a session is of the customer with an external id; null if there is no such session. */
export async function isSessionOf({ db, workspaceId, now }: Scope, hash: Buffer, externalId: string) {
  const row = await db
    .selectFrom('customer_sessions as s')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspace_id', '=', 's.workspace_id').onRef('c.id', '=', 's.customer_id'),
    )
    .select('c.external_id as externalId')
    .where('s.workspace_id', '=', workspaceId)
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  return row ? row.externalId === externalId : null
}

/** Loads the viewer of a session that was just created. */
export const loadViewer = ({ db, workspaceId }: Scope, token: string): Promise<Viewer> =>
  db
    .selectFrom('customer_sessions as s')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspace_id', '=', 's.workspace_id').onRef('c.id', '=', 's.customer_id'),
    )
    .select(['c.id as customerId', 's.id as sessionId', 'c.name', 'c.email'])
    .select(selectPublicName('c', workspaceId).as('publicName'))
    .select(['c.is_tracked as isTracked', 'c.is_participant as isParticipant', 'c.is_admitted as isAdmitted'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.hash', '=', hashSessionToken(token)!)
    .executeTakeFirstOrThrow()

/** Returns the `Set-Cookie` header that stores a session token, limited to the portal's own paths. */
export const sessionCookieHeader = (
  token: string,
  { base, isSecure }: { base: string; isSecure: boolean },
  days = customerSessionDays,
): string => serializeSessionCookie(token, days * 86_400, base, isSecure)

export const clearSessionCookieHeader = ({ base, isSecure }: { base: string; isSecure: boolean }): string =>
  serializeSessionCookie('', 0, base, isSecure)

const serializeSessionCookie = (value: string, maxAgeSeconds: number, base: string, isSecure: boolean): string =>
  `${sessionCookie}=${value}; Path=${base === '' ? '/' : base}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
