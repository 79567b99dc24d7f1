import type { Signer } from '../../platform/crypto/secret-key.ts'
import { bytesOfUuid, idBytes, uuidAt } from './unsubscribe-token.ts'

/** A customer and the request that they got an email about. */
export interface UnfollowTarget {
  workspaceId: string
  customerId: string
  feedbackId: string
}

/** The purpose of the `Signer` of these tokens. */
export const unfollowTokenPurpose = 'unfollow'

// Three ids and a signature of 16 bytes each. The last character has four spare bits, which are zero, so that each token
// has exactly one encoding.
const tokenPattern = /^[A-Za-z0-9_-]{85}[AQgw]$/

const idsOf = ({ workspaceId, customerId, feedbackId }: UnfollowTarget): Buffer =>
  Buffer.concat([workspaceId, customerId, feedbackId].map(bytesOfUuid))

/**
 * Creates a token that lets its holder decide whether this customer gets mail about this request. It does not expire,
 * because people keep old mail.
 */
export function createUnfollowToken(signer: Signer, target: UnfollowTarget): string {
  const ids = idsOf(target)
  return Buffer.concat([ids, signer.sign(ids.toString('hex'))]).toString('base64url')
}

/** Reads a token; null if it was not created with this key. */
export function readUnfollowToken(signer: Signer, token: string): UnfollowTarget | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const [ids, signature] = [bytes.subarray(0, 3 * idBytes), bytes.subarray(3 * idBytes)]
  if (!signer.isSignature(signature, ids.toString('hex'))) return null
  return { workspaceId: uuidAt(ids, 0), customerId: uuidAt(ids, idBytes), feedbackId: uuidAt(ids, 2 * idBytes) }
}
