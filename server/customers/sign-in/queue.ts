import { Vault } from '../../platform/crypto/vault.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** A code to sign in with. Which address it is for is sealed; whether it may come in is not known here. */
export interface CustomerCodeJob {
  workspaceId: string
  sealed: string
  askedAt: string
}

/** Somebody waits at a sign-in page. The code is made when the message is, and is in no job. */
export const customerCodeQueue: Queue<CustomerCodeJob> = {
  name: 'customer-code',
  retries: 5,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}

/** Where sealed addresses of jobs belong (Vault). */
const vaultContext = (workspaceId: string): string => `customer-code/${workspaceId}`

const priority = 10

/** Has a code sent to an address. The same happens whatever is known of the address. How often, is limited by the caller. */
export function enqueueCustomerCode(
  { enqueue, workspaceId, now }: Pick<WriteScope, 'enqueue' | 'workspaceId' | 'now'>,
  secretKey: string,
  email: string,
): Promise<void> {
  const sealed = new Vault(secretKey).seal(email, vaultContext(workspaceId)).toString('base64')
  return enqueue(customerCodeQueue, { workspaceId, sealed, askedAt: now }, { priority })
}

/** The address that a job is for; null when it was sealed with another `SECRET_KEY`. */
export const openCodeJobEmail = (secretKey: string, { workspaceId, sealed }: CustomerCodeJob): string | null =>
  new Vault(secretKey).open(Buffer.from(sealed, 'base64'), vaultContext(workspaceId))
