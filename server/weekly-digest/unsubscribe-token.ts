import { bytesOfUuid, idBytes, uuidAt } from '../notifications/preferences/unsubscribe-token.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'

/** A member who got a digest. */
export interface DigestRecipient {
  workspaceId: string
  memberId: string
}

/** The purpose of the `Signer` of these tokens. */
export const digestTokenPurpose = 'weekly digest'

// Two ids and a signature of 16 bytes each: 64 characters of base64url without spare bits, so that each token has exactly
// one encoding.
const tokenPattern = /^[A-Za-z0-9_-]{64}$/

const idsOf = ({ workspaceId, memberId }: DigestRecipient): Buffer =>
  Buffer.concat([workspaceId, memberId].map(bytesOfUuid))

/** Creates a token that lets its holder turn this member's digest off. It does not expire, because people keep old mail. */
export function createDigestToken(signer: Signer, recipient: DigestRecipient): string {
  const ids = idsOf(recipient)
  return Buffer.concat([ids, signer.sign(ids.toString('hex'))]).toString('base64url')
}

/** Reads a token; null if it was not created with this key. */
export function readDigestToken(signer: Signer, token: string): DigestRecipient | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const [ids, signature] = [bytes.subarray(0, 2 * idBytes), bytes.subarray(2 * idBytes)]
  if (!signer.isSignature(signature, ids.toString('hex'))) return null
  return { workspaceId: uuidAt(ids, 0), memberId: uuidAt(ids, idBytes) }
}
