import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { deferLongStatement } from '../platform/db/long-statement.ts'
import type { WriteScope } from '../platform/scope.ts'
import { webhooksCan } from './permissions.ts'
import { lockWebhook } from './queries.ts'

/** Deletes a webhook with its deliveries, so pending ones are not sent. @throws 403, 404 */
export async function deleteWebhook(tx: WriteScope, id: string): Promise<void> {
  permit(webhooksCan(tx.actor).manage)
  const { url } = await lockWebhook(tx, id)
  // Long, because it deletes the deliveries of 30 days too.
  deferLongStatement(tx, () =>
    tx.db.deleteFrom('webhooks').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
  )
  audit(tx, 'webhook.deleted', id, { name: url })
}
