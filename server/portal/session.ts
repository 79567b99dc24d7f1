import { createHash, randomBytes } from 'node:crypto'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'

// As long as a browser keeps somebody signed in; nothing here is worth more than a vote.
export const sessionDays = 180

export const sessionCookie = 'heed_customer'

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** What is stored of the token that a browser holds; null for what cannot be one. */
export const sessionHash = (token: string | null): Buffer | null =>
  token !== null && tokenPattern.test(token) ? createHash('sha256').update(token).digest() : null

/** Signs a customer in. @returns the token, which is stored nowhere. */
export function openSession(tx: WriteScope, customerId: string): string {
  const token = randomBytes(32).toString('base64url')
  tx.defer(
    tx.db
      .insertInto('customer_sessions')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        customer_id: customerId,
        hash: sessionHash(token)!,
        expires_at: new Date(Date.parse(tx.now) + sessionDays * 86_400_000).toISOString(),
        created_at: tx.now,
      })
      .execute(),
  )
  return token
}

export async function endSession({ db, workspaceId }: WriteScope, sessionId: string): Promise<void> {
  await db.deleteFrom('customer_sessions').where('workspace_id', '=', workspaceId).where('id', '=', sessionId).execute()
}

/** The header that has a browser keep the token, for the portal's own paths alone. */
export const keepSession = (token: string, { base, isSecure }: { base: string; isSecure: boolean }): string =>
  cookieOf(token, sessionDays * 86_400, base, isSecure)

export const forgetSession = ({ base, isSecure }: { base: string; isSecure: boolean }): string =>
  cookieOf('', 0, base, isSecure)

const cookieOf = (value: string, maxAgeSeconds: number, base: string, isSecure: boolean): string =>
  `${sessionCookie}=${value}; Path=${base === '' ? '/' : base}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
