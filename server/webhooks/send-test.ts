import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { webhooksCan } from './permissions.ts'
import { lockWebhook, presentWebhook } from './queries.ts'

/** Sends an event of type `webhook.test` to this webhook only. @throws 403, 404; 400 while it is disabled */
export async function sendTestEvent(tx: WriteScope, id: string): Promise<{ count: number }> {
  permit(webhooksCan(tx.actor).manage)
  const row = await lockWebhook(tx, id)
  requireEnabled(row)
  // Delivered to the webhook that it is about (deliveries/fan-out.ts).
  recordEvent(tx, { type: 'webhook.test', resourceId: id, data: presentWebhook(row) })
  audit(tx, 'webhook.tested', id)
  return { count: 1 }
}

/** @throws 400 for a disabled webhook */
export function requireEnabled({ disabled_reason: reason }: { disabled_reason: string | null }): void {
  if (reason !== null) throw invalidState('This webhook is disabled. Enable it first.')
}
