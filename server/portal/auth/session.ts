import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isKnownCustomer } from '../../customers/sign-in/access.ts'
import { newId } from '../../platform/ids.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Viewer } from '../http/context.ts'

// As long as a browser keeps somebody signed in; nothing here is worth more than a vote.
export const customerSessionDays = 180

export const sessionCookie = 'heed_customer'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** What is stored of the token that a browser holds; null for what cannot be one. */
export const hashSessionToken = (token: string | null): Buffer | null =>
  token !== null && tokenPattern.test(token) ? createHash('sha256').update(token).digest() : null

// More browsers than anybody has. A widget opens one with each page, and leaves those before behind.
const maxSessions = 50

/** Signs a customer in. Of many sessions, those that were opened first end. @returns the token, which is stored nowhere. */
export function createCustomerSession(tx: WriteScope, customerId: string, days = customerSessionDays): string {
  const token = randomBytes(32).toString('base64url')
  tx.defer(
    tx.db
      .insertInto('customer_sessions')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        customer_id: customerId,
        hash: hashSessionToken(token)!,
        expires_at: new Date(Date.parse(tx.now) + days * 86_400_000).toISOString(),
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

/** The one whose token a browser holds, whoever it is of; none is no fault. */
export async function endSessionByToken({ db, workspaceId }: WriteScope, token: string | null): Promise<void> {
  const hash = hashSessionToken(token)
  if (hash === null) return
  await db.deleteFrom('customer_sessions').where('workspace_id', '=', workspaceId).where('hash', '=', hash).execute()
}

export async function endCustomerSession({ db, workspaceId }: WriteScope, sessionId: string): Promise<void> {
  await db.deleteFrom('customer_sessions').where('workspace_id', '=', workspaceId).where('id', '=', sessionId).execute()
}

/** In every browser. */
export async function endAllCustomerSessions({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await db
    .deleteFrom('customer_sessions')
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Of those who would not be let in to a portal that has become private. */
export async function endUnknownCustomerSessions({ db, workspaceId }: WriteScope): Promise<void> {
  await sql`
    delete from customer_sessions s using customers c
    where s.workspace_id = ${workspaceId} and c.workspace_id = s.workspace_id and c.id = s.customer_id and not ${isKnownCustomer('c')}`.execute(
    db,
  )
}

/** Whose session was just opened. */
export const loadViewer = ({ db, workspaceId }: Scope, token: string): Promise<Viewer> =>
  db
    .selectFrom('customer_sessions as s')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspace_id', '=', 's.workspace_id').onRef('c.id', '=', 's.customer_id'),
    )
    .select(['c.id as customerId', 's.id as sessionId', 'c.name', 'c.email', 'c.is_tracked as isTracked'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.hash', '=', hashSessionToken(token)!)
    .executeTakeFirstOrThrow()

/** The header that has a browser keep the token, for the portal's own paths alone. */
export const sessionCookieHeader = (
  token: string,
  { base, isSecure }: { base: string; isSecure: boolean },
  days = customerSessionDays,
): string => serializeSessionCookie(token, days * 86_400, base, isSecure)

export const clearSessionCookieHeader = ({ base, isSecure }: { base: string; isSecure: boolean }): string =>
  serializeSessionCookie('', 0, base, isSecure)

const serializeSessionCookie = (value: string, maxAgeSeconds: number, base: string, isSecure: boolean): string =>
  `${sessionCookie}=${value}; Path=${base === '' ? '/' : base}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
