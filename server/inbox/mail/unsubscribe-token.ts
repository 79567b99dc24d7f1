import { bytesOfUuid, idBytes, uuidAt } from '../../notifications/preferences/unsubscribe-token.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { type MemberMailKind, mailKinds } from '../kinds.ts'

/** A member and the kinds of mail that a message contained. */
export interface MemberUnsubscribeTarget {
  workspaceId: string
  memberId: string
  kinds: readonly MemberMailKind[]
}

/** The purpose of the `Signer` of these tokens. */
export const memberUnsubscribePurpose = 'member unsubscribe'

// The kinds as the bits of a hexadecimal digit, then two ids and a signature of 16 bytes each: 64 characters of base64url
// without spare bits, so that each token has exactly one encoding.
const tokenPattern = /^([1-9a-f])([A-Za-z0-9_-]{64})$/

const signedText = (workspaceId: string, memberId: string, bits: string): string =>
  `${workspaceId.toLowerCase()}.${memberId.toLowerCase()}.${bits}`

/** Creates a token that stops these kinds of mail. It does not expire, because people keep old mail. */
export function createMemberUnsubscribeToken(
  signer: Signer,
  { workspaceId, memberId, kinds }: MemberUnsubscribeTarget,
): string {
  const bits = mailKinds.reduce((sum, kind, index) => sum + (kinds.includes(kind) ? 1 << index : 0), 0).toString(16)
  const signature = signer.sign(signedText(workspaceId, memberId, bits))
  return bits + Buffer.concat([bytesOfUuid(workspaceId), bytesOfUuid(memberId), signature]).toString('base64url')
}

/** Reads a token; null if it was not created with this key. */
export function readMemberUnsubscribeToken(signer: Signer, token: string): MemberUnsubscribeTarget | null {
  const [, bits, rest] = tokenPattern.exec(token) ?? []
  if (bits === undefined || rest === undefined) return null
  const bytes = Buffer.from(rest, 'base64url')
  const [workspaceId, memberId] = [uuidAt(bytes, 0), uuidAt(bytes, idBytes)]
  if (!signer.isSignature(bytes.subarray(2 * idBytes), signedText(workspaceId, memberId, bits))) return null
  const mask = Number.parseInt(bits, 16)
  return { workspaceId, memberId, kinds: mailKinds.filter((_, index) => mask & (1 << index)) }
}
