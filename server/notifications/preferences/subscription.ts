import { sql } from 'kysely'
import { upsertVisitor } from '../../customers/identity/identify.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { ConsentEvidence } from '../consents/record.ts'
import { subscribeQueue } from '../queues.ts'
import { type PreferencesUpdate, updatePreferences } from './preferences.ts'

/** The preferences that a subscription to the changelog sets, whatever the customer had chosen before. */
export const subscribedPreferences: PreferencesUpdate = { changelog: true, optOut: false, isRequest: true }

/** How long the owner of an address has to confirm. */
export const subscriptionTokenDays = 7
const tokenTtlMs = subscriptionTokenDays * 24 * 60 * 60_000

/** The vault context of the addresses in jobs. */
const jobVaultContext = (workspaceId: string): string => `subscription mail/${workspaceId}`

/** The vault context of tokens: a token of another workspace cannot be decrypted. */
const tokenVaultContext = (workspaceId: string): string => `subscription/${workspaceId}`

/**
 * Requests an email with a link that confirms a subscription to the changelog. The same happens for every address, so
 * that a caller cannot find out whether it belongs to a customer. Callers enforce the rate limit.
 */
export async function requestSubscription(
  { workspaceId, enqueue, now }: Pick<WriteScope, 'workspaceId' | 'enqueue' | 'now'>,
  secretKey: string,
  email: string,
): Promise<void> {
  const encryptedEmail = new Vault(secretKey).seal(email, jobVaultContext(workspaceId)).toString('base64')
  await enqueue(subscribeQueue, { workspaceId, encryptedEmail, requestedAt: now })
}

/** Decrypts the address of a job; null if it was encrypted with another `SECRET_KEY`. */
export const openSubscribeJobEmail = (secretKey: string, workspaceId: string, encryptedEmail: string): string | null =>
  new Vault(secretKey).open(Buffer.from(encryptedEmail, 'base64'), jobVaultContext(workspaceId))

/** Creates the token that proves control of an address. It is encrypted, because URLs end up in logs. */
export function createSubscriptionToken(
  secretKey: string,
  workspaceId: string,
  email: string,
  requestedAt: string,
): string {
  const expiresAt = Date.parse(requestedAt) + tokenTtlMs
  return new Vault(secretKey).seal(`${expiresAt} ${email}`, tokenVaultContext(workspaceId)).toString('base64url')
}

/**
 * Returns the address of a token; null if the token is invalid, expired, of another workspace, or was requested before
 * the owner of the address last unsubscribed: an old email must not allow anyone to subscribe them again.
 */
export async function readSubscriptionToken(scope: Scope, secretKey: string, token: string): Promise<string | null> {
  const { db, workspaceId, now } = scope
  const opened = new Vault(secretKey).open(Buffer.from(token, 'base64url'), tokenVaultContext(workspaceId))
  const [, expiresAt, email] = /^(\d+) (.+)$/s.exec(opened ?? '') ?? []
  if (email === undefined || Number(expiresAt) <= Date.parse(now)) return null
  const requestedAt = new Date(Number(expiresAt) - tokenTtlMs).toISOString()
  const left = await db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('unsubscribed_at', '>=', requestedAt)
    .executeTakeFirst()
  return left === undefined ? email : null
}

/**
 * Subscribes the owner of an address to the changelog, whatever they had chosen before. Idempotent. Call it for a POST
 * only: mail scanners follow every link.
 * @returns the customer id (a new customer is not tracked); null if the token is invalid or expired.
 */
export async function confirmSubscription(
  tx: WriteScope,
  secretKey: string,
  token: string,
  evidence: ConsentEvidence,
): Promise<string | null> {
  const email = await readSubscriptionToken(tx, secretKey, token)
  if (email === null) return null
  const customerId = await upsertVisitor(tx, { email })
  const actor = { type: 'customer' as const, id: customerId }
  await updatePreferences({ ...tx, actor }, customerId, subscribedPreferences, evidence)
  return customerId
}
