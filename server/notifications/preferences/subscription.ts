import { upsertVisitor } from '../../customers/identity/identify.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { subscribeQueue } from '../queues.ts'
import { type PreferencesUpdate, updatePreferences } from './preferences.ts'

/** What a subscription to the changelog sets, whatever the customer had chosen before. */
export const subscribedPreferences: PreferencesUpdate = { changelog: true, optOut: false }

// Whoever has not pressed the button within a week does not mean to.
const tokenTtlMs = 7 * 24 * 60 * 60_000

/** Where sealed addresses of jobs belong (Vault). */
const jobVaultContext = (workspaceId: string): string => `subscription mail/${workspaceId}`

/** Where sealed tokens belong: one of another workspace does not open. */
const tokenVaultContext = (workspaceId: string): string => `subscription/${workspaceId}`

/**
 * Has a message sent to an address with a link to confirm that its owner wants to hear of entries. The same happens
 * whatever is known of the address, so that nobody learns by it who is a customer. How often, is limited by the caller.
 */
export async function requestSubscription(
  { workspaceId, enqueue, now }: Pick<WriteScope, 'workspaceId' | 'enqueue' | 'now'>,
  secretKey: string,
  email: string,
): Promise<void> {
  const sealed = new Vault(secretKey).seal(email, jobVaultContext(workspaceId)).toString('base64')
  await enqueue(subscribeQueue, { workspaceId, sealed, askedAt: now })
}

/** The address that a job is for; null when it was sealed with another `SECRET_KEY`. */
export const openSubscribeJobEmail = (secretKey: string, workspaceId: string, sealed: string): string | null =>
  new Vault(secretKey).open(Buffer.from(sealed, 'base64'), jobVaultContext(workspaceId))

/** Says to whoever holds it that the owner of this address reads its mail. Sealed, since an address stands in logs. */
export function createSubscriptionToken(
  secretKey: string,
  workspaceId: string,
  email: string,
  askedAt: string,
): string {
  const until = Date.parse(askedAt) + tokenTtlMs
  return new Vault(secretKey).seal(`${until} ${email}`, tokenVaultContext(workspaceId)).toString('base64url')
}

/** The address that a token is of; null when it is none of this workspace's, or has run out. */
export function readSubscriptionToken(
  { workspaceId, now }: Pick<WriteScope, 'workspaceId' | 'now'>,
  secretKey: string,
  token: string,
): string | null {
  const opened = new Vault(secretKey).open(Buffer.from(token, 'base64url'), tokenVaultContext(workspaceId))
  const [, until, email] = /^(\d+) (.+)$/s.exec(opened ?? '') ?? []
  return email !== undefined && Number(until) > Date.parse(now) ? email : null
}

/**
 * Has the owner of an address hear of entries from now on, whatever they had chosen before. Done twice, it changes
 * nothing. Only for a button that posts: scanners of mail follow every link.
 * @returns the customer, who is not tracked if they are new; null when `readSubscription` knows no address.
 */
export async function confirmSubscription(tx: WriteScope, secretKey: string, token: string): Promise<string | null> {
  const email = readSubscriptionToken(tx, secretKey, token)
  if (email === null) return null
  const customerId = await upsertVisitor(tx, { email })
  await updatePreferences({ ...tx, actor: { type: 'customer', id: customerId } }, customerId, subscribedPreferences)
  return customerId
}
