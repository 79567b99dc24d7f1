import type { Enqueue, Queue } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'

/** An email about an account. The address is encrypted, and may have no account. */
export type AccountMailJob =
  | { kind: 'code' | 'reset'; encryptedEmail: string; requestedAt: string }
  | {
      kind: 'invitation'
      workspaceId: string
      invitationId: string
      /** The job sends nothing if the person has been invited again since. Jobs of earlier versions have no time. */
      invitedAt?: string
    }

/** People wait for these emails at a sign-in page. Codes and links are created with the email and are in no job. */
export const accountMailQueue: Queue<AccountMailJob> = {
  name: 'account-mail',
  retries: 5,
  retryDelaySeconds: 5,
  deleteAfterSeconds: 3_600,
}

/** The `Vault` context that binds the encrypted addresses to this queue. */
export const accountMailVaultContext = 'account-mail'

const priority = 10

export const enqueueAccountMail = (enqueue: Enqueue, job: AccountMailJob): Promise<void> =>
  enqueue(accountMailQueue, job, { priority })

export const enqueueInvitation = ({ enqueue, workspaceId, now }: WriteScope, invitationId: string): Promise<void> =>
  enqueue(accountMailQueue, { kind: 'invitation', workspaceId, invitationId, invitedAt: now })
