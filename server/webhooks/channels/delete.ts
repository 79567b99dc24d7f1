import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { deferLongStatement } from '../../platform/db/long-statement.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { webhooksCan } from '../permissions.ts'
import { lockChannel } from './queries.ts'

/** Deletes a channel with its log, so pending messages are not sent. @throws 403, 404 */
export async function deleteChannel(tx: WriteScope, id: string): Promise<void> {
  permit(webhooksCan(tx.actor).manage)
  const { name } = await lockChannel(tx, id)
  // Long, because it deletes the log of 30 days too.
  deferLongStatement(tx, () =>
    tx.db.deleteFrom('webhooks').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute(),
  )
  audit(tx, 'channel.deleted', id, { name })
}
