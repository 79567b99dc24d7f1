import type { Signer } from '../platform/secrets.ts'

/** One customer of one workspace. */
export interface Recipient {
  workspaceId: string
  customerId: string
}

/** What the `Signer` of these tokens is made for. */
export const tokenPurpose = 'unsubscribe'

// Two ids of 16 bytes and a signature of 16: 64 characters of base64url, without a bit to spare, so that each token has
// one spelling.
const tokenPattern = /^[A-Za-z0-9_-]{64}$/
const idBytes = 16

const signedText = ({ workspaceId, customerId }: Recipient): string =>
  `${workspaceId.toLowerCase()}.${customerId.toLowerCase()}`

/** Lets whoever holds it stop and resume mail to this customer, and nothing else. It does not expire: old mail is kept. */
export function unsubscribeToken(signer: Signer, recipient: Recipient): string {
  const ids = [recipient.workspaceId, recipient.customerId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
  return Buffer.concat([...ids, signer.sign(signedText(recipient))]).toString('base64url')
}

/** @returns null for anything that `unsubscribeToken` has not made with this key. */
export function readToken(signer: Signer, token: string): Recipient | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const recipient = { workspaceId: uuidAt(bytes, 0), customerId: uuidAt(bytes, idBytes) }
  return signer.isSignature(bytes.subarray(2 * idBytes), signedText(recipient)) ? recipient : null
}

const uuidAt = (bytes: Buffer, start: number): string =>
  bytes.toString('hex', start, start + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
