import { Vault } from '../../platform/crypto/vault.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { CodeRequester } from './code.ts'

/** A request for a sign-in code. The address is encrypted, and only the job checks whether it can sign in. */
export interface CustomerCodeJob {
  workspaceId: string
  encryptedEmail: string
  /** Of the browser that requested the code (`CodeRequester`). */
  browserHash: string
  requestedAt: string
}

/**
 * Retries quickly, because someone is waiting on the sign-in page. The handler creates the code, so no stored job
 * contains one.
 */
export const customerCodeQueue: Queue<CustomerCodeJob> = {
  name: 'customer-code',
  retries: 5,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}

/** Returns the context that the vault binds an encrypted address to. */
const vaultContext = ({ workspaceId, browserHash }: Pick<CustomerCodeJob, 'workspaceId' | 'browserHash'>): string =>
  `customer-code/${workspaceId}/${browserHash}`

const priority = 10

/** Enqueues a request for a sign-in code, alike for known and unknown addresses. The caller limits the rate. */
export function enqueueCustomerCode(
  { enqueue, workspaceId, now }: Pick<WriteScope, 'enqueue' | 'workspaceId' | 'now'>,
  secretKey: string,
  { email, browserHash }: CodeRequester,
): Promise<void> {
  const context = vaultContext({ workspaceId, browserHash })
  const encryptedEmail = new Vault(secretKey).seal(email, context).toString('base64')
  return enqueue(customerCodeQueue, { workspaceId, encryptedEmail, browserHash, requestedAt: now }, { priority })
}

/**
 * Decrypts the address of a job.
 * @returns null if it was encrypted with another `SECRET_KEY`, or by a version that did not bind codes to a browser
 */
export const openCodeJobEmail = (secretKey: string, job: CustomerCodeJob): string | null =>
  new Vault(secretKey).open(Buffer.from(job.encryptedEmail, 'base64'), vaultContext(job))
