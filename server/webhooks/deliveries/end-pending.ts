import { deferLongStatement } from '../../platform/db/long-statement.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { allEvents } from '../schema.ts'

/**
 * Ends the pending deliveries of a locked webhook that is disabled, or those of the types that it no longer subscribes
 * to. A replay can send them later.
 * @param options.unless the types whose deliveries go on
 */
export function endPendingDeliveries(tx: WriteScope, webhookId: string, { unless = [] as string[] } = {}): void {
  if (unless.includes(allEvents)) return
  // A busy webhook that has failed for days may have hundreds of thousands of pending deliveries. A webhook that cannot be
  // disabled is worse than a request that takes a minute.
  deferLongStatement(tx, () =>
    tx.db
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', next_attempt_at: null })
      .where('workspace_id', '=', tx.workspaceId)
      .where('webhook_id', '=', webhookId)
      .where('status', '=', 'pending')
      .$if(unless.length > 0, (q) => q.where('event_type', 'not in', [...unless, 'webhook.test']))
      .execute(),
  )
}
