import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid } from '../platform/problems.ts'
import type { Actor, WriteScope } from '../platform/scope.ts'
import { lastEventId, lastSequence, type WebhookDeps } from './create.ts'
import { endPendingDeliveries } from './deliveries/end-pending.ts'
import { webhooksCan } from './permissions.ts'
import { getWebhook, lockWebhook, presentWebhook } from './queries.ts'
import { type Webhook, WebhookUpdate } from './schema.ts'
import { eventProblems, permitEvents } from './subscription.ts'
import { urlProblems } from './url.ts'

/**
 * Changes a webhook. Disabling ends its pending deliveries; once enabled again, it gets the events from then on, and
 * `replayEvents` sends those it missed.
 * @throws 403, 404; 400 as for a new webhook
 */
export async function updateWebhook(
  { outbound }: Pick<WebhookDeps, 'outbound'>,
  tx: WriteScope,
  id: string,
  input: WebhookUpdate,
): Promise<Webhook> {
  permit(webhooksCan(tx.actor).manage)
  const problems = input.events === undefined ? [] : eventProblems(input.events)
  // Before the lock, because resolving the host name may take seconds.
  const { url: previousUrl } = await getWebhook(tx, id)
  if (input.url !== undefined && input.url !== previousUrl) problems.push(...(await urlProblems(outbound, input.url)))
  if (problems.length > 0) throw invalid(problems)
  const before = presentWebhook(await lockWebhook(tx, id))
  permitUpdate(tx.actor, before, input)
  const changes = pickChanges<WebhookUpdate>(before, input)
  if (!changes) return before
  const { url, events, description, enabled } = changes
  tx.defer(
    tx.db
      .updateTable('webhooks')
      .set({
        url,
        // The failures at the previous URL do not count against this one.
        ...(url !== undefined && { failing_since: null }),
        events,
        description,
        ...(enabled === true && startFromNow(tx.workspaceId)),
        ...(enabled === false && { disabled_reason: 'manual' as const, next_attempt_at: null }),
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  if (enabled === false) endPendingDeliveries(tx, id)
  else if (events !== undefined) endPendingDeliveries(tx, id, { unless: events })
  audit(tx, 'webhook.updated', id, describeChanges<WebhookUpdate>(before, changes, WebhookUpdate))
  return getWebhook(tx, id)
}

/**
 * Requires `customers:read` if the update sends personal data to the endpoint, or changes the URL that it is sent to. A new
 * URL also needs it for the previous types, because their deliveries may be pending.
 * @throws 403
 */
function permitUpdate(actor: Actor, before: Webhook, { url, events, enabled }: WebhookUpdate): void {
  if (url !== undefined) permitEvents(actor, [...before.events, ...(events ?? [])])
  else if (events !== undefined || enabled) permitEvents(actor, events ?? before.events)
}

/** Continues after the newest event. */
export const startFromNow = (workspaceId: string) => ({
  disabled_reason: null,
  failing_since: null,
  last_event_id: lastEventId(workspaceId),
  last_sequence: lastSequence(workspaceId),
})
