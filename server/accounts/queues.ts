import type { Enqueue, Queue } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'

/** A message about an account. Which address it is for is sealed; whether there is such an account is not known here. */
export type AccountMailJob =
  | { kind: 'code' | 'reset'; encryptedEmail: string; requestedAt: string }
  | { kind: 'invitation'; workspaceId: string; invitationId: string }

/** Somebody waits at a sign-in page. Codes and links are made when the message is, and are in no job. */
export const accountMailQueue: Queue<AccountMailJob> = {
  name: 'account-mail',
  retries: 5,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}

/** Where sealed addresses of jobs belong (Vault). */
export const accountMailVaultContext = 'account-mail'

const priority = 10

export const enqueueAccountMail = (enqueue: Enqueue, job: AccountMailJob): Promise<void> =>
  enqueue(accountMailQueue, job, { priority })

export const enqueueInvitation = ({ enqueue, workspaceId }: WriteScope, invitationId: string): Promise<void> =>
  enqueue(accountMailQueue, { kind: 'invitation', workspaceId, invitationId })
