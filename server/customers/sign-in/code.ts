import {
  codeMinutes,
  codesMatch,
  generateCode,
  hashCode,
  invalidCode,
  maxCodeAttempts,
} from '../../platform/crypto/one-time-code.ts'
import { deriveKey } from '../../platform/crypto/secret-key.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { upsertVisitor } from '../identity/identify.ts'
import { canSignIn } from './access.ts'

/** The key that codes of customers are hashed with. */
export const customerCodeKey = (secretKey: string): Buffer => deriveKey(secretKey, 'customer codes')

/** Makes the code that an address is sent; the one before is good no more. Done where mail is sent. */
export async function issueCustomerCode({ db, workspaceId, now }: Scope, key: Buffer, email: string): Promise<string> {
  const code = generateCode()
  const row = {
    hash: hashCode(key, codeContext(workspaceId, email), code),
    tries: 0,
    expires_at: new Date(Date.parse(now) + codeMinutes * 60_000).toISOString(),
    created_at: now,
  }
  await db
    .insertInto('customer_codes')
    .values({ workspace_id: workspaceId, email: email.toLowerCase(), ...row })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(row))
    .execute()
  return code
}

/** Counts a try, outside of a transaction so that it stays counted. @returns what `redeemCustomerCode` takes. @throws 400 */
export async function verifyCustomerCode(
  { db, workspaceId, now }: Scope,
  key: Buffer,
  email: string,
  code: string,
): Promise<Buffer> {
  const stored = await db
    .updateTable('customer_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email.toLowerCase())
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst()
  const sent = hashCode(key, codeContext(workspaceId, email), code)
  if (!codesMatch(stored?.hash, sent)) throw invalidCode()
  return sent
}

/**
 * Uses up a code that was right. Who is new becomes a customer who is not tracked.
 * @returns the customer. @throws 400 when somebody else has used it, a newer one was sent, or they may not come in any more
 */
export async function redeemCustomerCode(tx: WriteScope, email: string, hash: Buffer): Promise<string> {
  const used = await tx.db
    .deleteFrom('customer_codes')
    .where('workspace_id', '=', tx.workspaceId)
    .where('email', '=', email.toLowerCase())
    .where('hash', '=', hash)
    .returning('email')
    .executeTakeFirst()
  if (!used || !(await canSignIn(tx, email))) throw invalidCode()
  return upsertVisitor(tx, { email })
}

const codeContext = (workspaceId: string, email: string): string => `${workspaceId} ${email.toLowerCase()}`
