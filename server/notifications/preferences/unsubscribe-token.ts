import type { Signer } from '../../platform/crypto/secret-key.ts'

/** What a workspace writes to its customers about: entries, replies, stages of requests. */
export const notificationKinds = ['changelog', 'replies', 'stages'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** One customer of one workspace, and the kinds of mail that the message was of. */
export interface UnsubscribeTarget {
  workspaceId: string
  customerId: string
  kinds: readonly NotificationKind[]
}

/** What the `Signer` of these tokens is made for. */
export const unsubscribeTokenPurpose = 'unsubscribe'

// Announcements have none: their links are older than the other kinds.
const kindPrefixes: { mark: string; kinds: readonly NotificationKind[] }[] = [
  { mark: '', kinds: ['changelog'] },
  { mark: 'r', kinds: ['replies'] },
  { mark: 's', kinds: ['stages'] },
  { mark: 'b', kinds: ['replies', 'stages'] },
]

// A mark; then two ids of 16 bytes and a signature of 16: 64 characters of base64url, without a bit to spare, so that each
// token has one spelling.
const tokenPattern = /^([rsb]?)([A-Za-z0-9_-]{64})$/
const idBytes = 16

type Customer = Omit<UnsubscribeTarget, 'kinds'>

const signedText = ({ workspaceId, customerId }: Customer, mark: string): string =>
  `${workspaceId.toLowerCase()}.${customerId.toLowerCase()}${mark && `.${mark}`}`

/**
 * Lets whoever holds it choose the mail that this customer gets, and nothing else; with one click, stop these kinds. It
 * does not expire: old mail is kept.
 */
export function createUnsubscribeToken(signer: Signer, { kinds, ...customer }: UnsubscribeTarget): string {
  const { mark } = kindPrefixes.find((each) => each.kinds.join() === kinds.join())!
  const ids = [customer.workspaceId, customer.customerId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
  return mark + Buffer.concat([...ids, signer.sign(signedText(customer, mark))]).toString('base64url')
}

/** @returns null for anything that `unsubscribeToken` has not made with this key. */
export function readUnsubscribeToken(signer: Signer, token: string): UnsubscribeTarget | null {
  const [, mark, rest] = tokenPattern.exec(token) ?? []
  if (mark === undefined || rest === undefined) return null
  const bytes = Buffer.from(rest, 'base64url')
  const customer = { workspaceId: uuidAt(bytes, 0), customerId: uuidAt(bytes, idBytes) }
  if (!signer.isSignature(bytes.subarray(2 * idBytes), signedText(customer, mark))) return null
  return { ...customer, kinds: kindPrefixes.find((each) => each.mark === mark)!.kinds }
}

const uuidAt = (bytes: Buffer, start: number): string =>
  bytes.toString('hex', start, start + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
