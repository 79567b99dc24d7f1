import { Vault } from '../../platform/crypto/vault.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'

// An address that is typed into the widget's form proves nothing. It is not stored until its owner opens the emailed
// link and confirms. Until then, only the job and the link contain it, encrypted.

/** The email address that an anonymous visitor entered with a request. */
export interface RequestContact {
  feedbackId: string
  email: string
  /** If the visitor selected the checkbox for announcements: the host of the page and the text of the checkbox. */
  updates: { host: string; wording: string } | null
}

/** How long the owner of an address has to confirm. */
export const contactTokenDays = 7
const tokenTtlMs = contactTokenDays * 24 * 60 * 60_000

export interface ContactJob {
  workspaceId: string
  /** Job data contains no address in plain text. */
  sealedContact: string
  requestedAt: string
}

/** Sends an email that asks the owner of an address to confirm it. */
export const contactQueue: Queue<ContactJob> = {
  name: 'request-contact',
  retries: 10,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}

/** The vault contexts prevent the use of a job as a link, and of either in another workspace. */
const jobVaultContext = (workspaceId: string): string => `request contact job/${workspaceId}`
const tokenVaultContext = (workspaceId: string): string => `request contact/${workspaceId}`

/**
 * Requests an email with a link that confirms an address. Treats every address in the same way, so that a visitor
 * cannot find out whether it belongs to a customer or team member. Callers enforce the limits.
 */
export async function requestContactConfirmation(
  { workspaceId, enqueue, now }: Pick<WriteScope, 'workspaceId' | 'enqueue' | 'now'>,
  secretKey: string,
  contact: RequestContact,
): Promise<void> {
  const sealedContact = new Vault(secretKey).seal(JSON.stringify(contact), jobVaultContext(workspaceId))
  await enqueue(contactQueue, { workspaceId, sealedContact: sealedContact.toString('base64'), requestedAt: now })
}

/** Decrypts the contact of a job; null if it was encrypted with another `SECRET_KEY`. */
export function openContactJob(secretKey: string, { workspaceId, sealedContact }: ContactJob): RequestContact | null {
  const text = new Vault(secretKey).open(Buffer.from(sealedContact, 'base64'), jobVaultContext(workspaceId))
  return text === null ? null : JSON.parse(text)
}

/** Creates the token that proves control of an address. It is encrypted, because URLs end up in logs. */
export function createContactToken(
  secretKey: string,
  workspaceId: string,
  contact: RequestContact,
  requestedAt: string,
): string {
  const content = { ...contact, requestedAt }
  return new Vault(secretKey).seal(JSON.stringify(content), tokenVaultContext(workspaceId)).toString('base64url')
}

/** A contact whose owner has opened the emailed link. */
export interface ProvenContact extends RequestContact {
  requestedAt: string
}

/** Returns the contact of a token; null if the token is invalid, expired, or of another workspace. */
export function readContactToken(
  secretKey: string,
  { workspaceId, now }: Pick<Scope, 'workspaceId' | 'now'>,
  token: string,
): ProvenContact | null {
  const text = new Vault(secretKey).open(Buffer.from(token, 'base64url'), tokenVaultContext(workspaceId))
  if (text === null) return null
  const contact: ProvenContact = JSON.parse(text)
  return Date.parse(contact.requestedAt) + tokenTtlMs > Date.parse(now) ? contact : null
}
