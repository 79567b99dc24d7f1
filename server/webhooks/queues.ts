import type { Queue } from '../platform/jobs/jobs.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Tells one owner or admin that Heed has disabled a webhook. */
export interface WebhookMailJob {
  workspaceId: string
  webhookId: string
  memberId: string
}

export const webhookMailQueue: Queue<WebhookMailJob> = {
  name: 'webhook-mail',
  retries: 5,
  retryDelaySeconds: 30,
  deleteAfterSeconds: 7 * 24 * 3_600,
}

/** Adds a job for each owner and admin. */
export async function enqueueDisabledMail(tx: WriteScope, webhookId: string): Promise<void> {
  const members = await tx.db
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('role', 'in', ['owner', 'admin'])
    .where('awaits_invitation', '=', false)
    .execute()
  const { workspaceId } = tx
  for (const { id } of members) await tx.enqueue(webhookMailQueue, { workspaceId, webhookId, memberId: id })
}
