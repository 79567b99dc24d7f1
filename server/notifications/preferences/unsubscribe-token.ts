import type { Signer } from '../../platform/crypto/secret-key.ts'

/** The kinds of notification that customers can turn off separately. */
export const notificationKinds = ['changelog', 'replies', 'stages'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A customer and the kinds of notification that the email contained. */
export interface UnsubscribeTarget {
  workspaceId: string
  customerId: string
  kinds: readonly NotificationKind[]
}

/** The purpose of the `Signer` of these tokens. */
export const unsubscribeTokenPurpose = 'unsubscribe'

// Announcements have no prefix: their links are older than the other kinds.
const kindPrefixes: { prefix: string; kinds: readonly NotificationKind[] }[] = [
  { prefix: '', kinds: ['changelog'] },
  { prefix: 'r', kinds: ['replies'] },
  { prefix: 's', kinds: ['stages'] },
  { prefix: 'b', kinds: ['replies', 'stages'] },
]

// A prefix, then two ids and a signature of 16 bytes each: 64 characters of base64url without spare bits, so that each
// token has exactly one encoding.
const tokenPattern = /^([rsb]?)([A-Za-z0-9_-]{64})$/
export const idBytes = 16

type Customer = Omit<UnsubscribeTarget, 'kinds'>

const signedText = ({ workspaceId, customerId }: Customer, prefix: string): string =>
  `${workspaceId.toLowerCase()}.${customerId.toLowerCase()}${prefix && `.${prefix}`}`

/**
 * Creates a token that lets its holder change this customer's preferences, and turn off these kinds with one click. It
 * does not expire, because people keep old mail.
 */
export function createUnsubscribeToken(signer: Signer, { kinds, ...customer }: UnsubscribeTarget): string {
  const { prefix } = kindPrefixes.find((each) => each.kinds.join() === kinds.join())!
  const ids = [customer.workspaceId, customer.customerId].map(bytesOfUuid)
  return prefix + Buffer.concat([...ids, signer.sign(signedText(customer, prefix))]).toString('base64url')
}

/** Reads a token; null if it was not created with this key. */
export function readUnsubscribeToken(signer: Signer, token: string): UnsubscribeTarget | null {
  const [, prefix, rest] = tokenPattern.exec(token) ?? []
  if (prefix === undefined || rest === undefined) return null
  const bytes = Buffer.from(rest, 'base64url')
  const customer = { workspaceId: uuidAt(bytes, 0), customerId: uuidAt(bytes, idBytes) }
  if (!signer.isSignature(bytes.subarray(2 * idBytes), signedText(customer, prefix))) return null
  return { ...customer, kinds: kindPrefixes.find((each) => each.prefix === prefix)!.kinds }
}

export const bytesOfUuid = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** Reads a UUID from the bytes of a token. */
export const uuidAt = (bytes: Buffer, start: number): string =>
  bytes.toString('hex', start, start + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
