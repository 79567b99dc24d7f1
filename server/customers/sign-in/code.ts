import { invalidCode } from '../../platform/crypto/one-time-code.ts'
import { deriveKey } from '../../platform/crypto/secret-key.ts'
import { checkEmailCode, type EmailCodeSlot, issueEmailCode, redeemEmailCode } from '../../platform/email-codes.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { upsertVisitor } from '../identity/identify.ts'
import { canSignIn } from './access.ts'

/** Derives the key that customers' codes are hashed with. */
export const customerCodeKey = (secretKey: string): Buffer => deriveKey(secretKey, 'customer codes')

/**
 * Identifies the requester of a code. A code works only in the browser that requested it, so no one else can use up its
 * attempts.
 */
export interface CodeRequester {
  email: string
  /** SHA-256, in base64url, of the id in the browser's cookie. */
  browserHash: string
}

const codeSlot = ({ workspaceId }: Scope, { email, browserHash }: CodeRequester): EmailCodeSlot => ({
  table: 'customer_codes',
  primaryKey: { workspace_id: workspaceId, email: email.toLowerCase(), browser_hash: browserHash },
})

/** Creates the code to email to an address and invalidates the browser's previous one. Runs in the mail job. */
export const issueCustomerCode = (scope: Scope, key: Buffer, requester: CodeRequester): Promise<string> =>
  issueEmailCode(scope.db, codeSlot(scope, requester), key, scope.now)

/**
 * Checks a code and counts the attempt, outside a transaction so that a rollback cannot undo the count.
 * @returns the hash for `redeemCustomerCode` @throws 400
 */
export const checkCustomerCode = (scope: Scope, key: Buffer, requester: CodeRequester, code: string): Promise<Buffer> =>
  checkEmailCode(scope.db, codeSlot(scope, requester), key, code, scope.now)

/**
 * Uses up a correct code. Creates an untracked customer if none has this address.
 * @returns the customer id
 * @throws 400 if the code was used meanwhile, a newer one was sent, or the address may no longer sign in
 */
export async function redeemCustomerCode(tx: WriteScope, requester: CodeRequester, hash: Buffer): Promise<string> {
  const { email } = requester
  await redeemEmailCode(tx.db, codeSlot(tx, requester), hash)
  if (!(await canSignIn(tx, email))) throw invalidCode()
  return upsertVisitor(tx, { email })
}
