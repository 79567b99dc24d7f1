import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { testKind } from '../channels/kinds.ts'
import { enqueueDisabledMail } from '../queues.ts'
import type { DisabledReason, WebhookAttempt } from '../schema.ts'
import type { AttemptResult } from './attempt.ts'
import type { ClaimedDelivery } from './claim.ts'
import { endPendingDeliveries } from './end-pending.ts'
import { secondsToRetry } from './schedule.ts'

const maxFailingDays = 5
// A busy webhook succeeds all the time, so its row is not written for each success.
const lastSuccessSeconds = 30

type Delivery = Pick<
  ClaimedDelivery,
  'id' | 'webhookId' | 'attempts' | 'url' | 'eventId' | 'eventType' | 'eventVersion' | 'provider'
>

/**
 * Records an attempt: schedules a retry, ends the delivery, or disables the webhook. If the webhook was disabled meanwhile,
 * the delivery has ended, but the log still shows the attempt and whether it succeeded. Does nothing if the delivery was
 * deleted meanwhile.
 */
export async function recordOutcome(tx: WriteScope, delivery: Delivery, result: AttemptResult): Promise<void> {
  if (result.outcome === 'succeeded') return recordSuccess(tx, delivery, result.attempt)
  if (result.outcome === 'skipped') return recordSkipped(tx, delivery, result.attempt)
  // An attempt at an earlier URL says nothing about this one.
  const isAtThisUrl = sql`url = ${delivery.url}`
  const failingTooLongSince = new Date(Date.parse(tx.now) - maxFailingDays * 86_400_000).toISOString()
  const { rows } = await sql<{ isAtThisUrl: boolean; hasFailedTooLong: boolean }>`
    update webhooks
    set failing_since = case when ${isAtThisUrl} then least(failing_since, ${tx.now}) else failing_since end
    where workspace_id = ${tx.workspaceId} and id = ${delivery.webhookId} and disabled_reason is null
    returning ${isAtThisUrl} as "isAtThisUrl", failing_since <= ${failingTooLongSince} as "hasFailedTooLong"`.execute(
    tx.db,
  )
  const [webhook] = rows
  // After a quiet time, the last success may be long ago. A retry that fails shows that the receiver has not recovered.
  const isRetry = delivery.attempts > 0
  const failure = result.outcome === 'gone' ? 'gone' : webhook?.hasFailedTooLong && isRetry ? 'failing' : null
  const reason = webhook?.isAtThisUrl ? failure : null
  const isDisabled = webhook === undefined || reason !== null
  const seconds = isDisabled ? null : secondsToRetry(delivery.attempts + 1, result.retryAfter)
  await recordFailure(tx, delivery, result.attempt, seconds)
  if (webhook && reason) await disable(tx, delivery, reason)
}

/**
 * Assigns the columns of an attempt. A response may repeat the event, so it is left out if the event has been erased or
 * has expired since the claim. The event is locked, so an erasure either waits for this attempt and then finds it, or is
 * seen here. An erasure does not find notices, which have no event, so their responses are never stored. A test message
 * contains nothing that anybody wrote.
 */
function appendAttempt(
  { workspaceId }: WriteScope,
  { eventId, eventType, eventVersion }: Delivery,
  attempt: WebhookAttempt,
) {
  const [whole, withoutResponse] = [attempt, { ...attempt, responseExcerpt: null }].map(
    (each) => sql`${JSON.stringify([each])}::jsonb`,
  )
  const isUnchanged = sql`exists (select from events
    where workspace_id = ${workspaceId} and id = ${eventId} and xmin = ${eventVersion}::xid for share)`
  const withEvent = sql`case when ${isUnchanged} then ${whole} else ${withoutResponse} end`
  const withoutEvent = eventType === testKind ? whole : withoutResponse
  const appended = attempt.responseExcerpt === null ? whole : eventVersion === null ? withoutEvent : withEvent
  return sql`attempt_count = attempt_count + 1, attempts = attempts || ${appended}`
}

async function recordSuccess(tx: WriteScope, delivery: Delivery, attempt: WebhookAttempt): Promise<void> {
  const { id, webhookId, url } = delivery
  // A webhook is locked before its deliveries, as everywhere.
  tx.defer(
    sql`update webhooks set last_success_at = clock_timestamp(), failing_since = null
      where workspace_id = ${tx.workspaceId} and id = ${webhookId} and url = ${url}
        and (failing_since is not null or last_success_at is null
          or last_success_at < clock_timestamp() - make_interval(secs => ${lastSuccessSeconds}))`.execute(tx.db),
  )
  tx.defer(
    sql`update webhook_deliveries set status = 'succeeded', next_attempt_at = null, ${appendAttempt(tx, delivery, attempt)}
      where workspace_id = ${tx.workspaceId} and id = ${id} and status <> 'succeeded'`.execute(tx.db),
  )
}

/** Ends a message to a channel that has nothing to report any more. */
async function recordSkipped(tx: WriteScope, { id }: Delivery, attempt: WebhookAttempt): Promise<void> {
  tx.defer(
    sql`update webhook_deliveries set status = 'skipped', next_attempt_at = null,
        attempts = attempts || ${JSON.stringify([attempt])}::jsonb
      where workspace_id = ${tx.workspaceId} and id = ${id} and status = 'pending'`.execute(tx.db),
  )
}

/** @param seconds until the next attempt; null if there is none */
async function recordFailure(
  tx: WriteScope,
  delivery: Delivery,
  attempt: WebhookAttempt,
  seconds: number | null,
): Promise<void> {
  const { id, webhookId, attempts } = delivery
  const nextAt = sql`clock_timestamp() + make_interval(secs => ${seconds})`
  tx.defer(
    // If the number of attempts differs, another worker has attempted the delivery after this one's claim expired.
    sql`update webhook_deliveries set ${appendAttempt(tx, delivery, attempt)},
        status = case when status = 'pending' then ${seconds === null ? 'failed' : 'pending'} else status end,
        next_attempt_at = ${seconds === null ? sql`null` : sql`(select ${nextAt} where status = 'pending')`}
      where workspace_id = ${tx.workspaceId} and id = ${id} and (status = 'pending' or attempt_count = ${attempts})`.execute(
      tx.db,
    ),
  )
  if (seconds === null) return
  // Recording the failure has locked this row.
  tx.defer(
    sql`update webhooks set next_attempt_at = least(next_attempt_at, ${nextAt})
      where workspace_id = ${tx.workspaceId} and id = ${webhookId} and disabled_reason is null`.execute(tx.db),
  )
}

async function disable(tx: WriteScope, { webhookId, provider }: Delivery, reason: DisabledReason): Promise<void> {
  tx.defer(
    tx.db
      .updateTable('webhooks')
      .set({ disabled_reason: reason, next_attempt_at: null, updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', webhookId)
      .execute(),
  )
  endPendingDeliveries(tx, webhookId)
  audit(tx, provider === null ? 'webhook.disabled' : 'channel.disabled', webhookId, { reason })
  await enqueueDisabledMail(tx, webhookId)
}
