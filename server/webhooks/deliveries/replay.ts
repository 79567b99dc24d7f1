import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { lowestIdAt } from '../../events/queries.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { webhooksCan } from '../permissions.ts'
import { lockWebhook, type WebhookRow } from '../queries.ts'
import { allEvents, type ReplayRequest } from '../schema.ts'
import { requireEnabled } from '../send-test.ts'
import { leaseSeconds } from './claim.ts'

// A tenth of what a worker delivers in an hour; more takes several calls.
const maxReplayed = 20_000
// Bounds what replays add to a queue. New events are never refused.
const maxPending = 100_000

/**
 * Sends the event of a delivery again, in a new delivery with the same `webhook-id`. If the event is pending already, it is
 * attempted now instead.
 * @returns a count of 0 if its attempt is running or due within a minute anyway
 * @throws 403; 404, also once the event has expired; 400 while the webhook is disabled, for a type that it no longer
 * subscribes to, and for too many pending deliveries
 */
export async function replayDelivery(
  tx: WriteScope,
  webhookId: string,
  deliveryId: string,
): Promise<{ count: number }> {
  permit(webhooksCan(tx.actor).manage)
  const webhook = await lockWebhook(tx, webhookId)
  requireEnabled(webhook)
  const { rows } = await sql<ReplayCounts & { type: string }>`
    with wanted as (
      select d.event_id as id, d.event_type as type
      from webhook_deliveries d join events e on e.workspace_id = d.workspace_id and e.id = d.event_id
      where d.workspace_id = ${tx.workspaceId} and d.webhook_id = ${webhookId} and d.id = ${deliveryId}),
    ${insertWanted(tx.workspaceId, webhookId)}
    where exists (select from wanted)`.execute(tx.db)
  const [replayed] = rows
  if (!replayed) throw notFound()
  requireSubscribed(webhook, replayed.type)
  finishReplay(tx, webhookId, replayed, { deliveryId })
  return { count: replayed.created + replayed.hastened }
}

/**
 * Sends all events of a time range again, in the order in which they happened, and also those that were never delivered.
 * If an event is pending already, it is attempted now instead, unless its attempt is running or due within a minute.
 * @throws 403, 404; 400 while disabled, and for too many events or pending deliveries
 */
export async function replayEvents(
  tx: WriteScope,
  webhookId: string,
  { since, until, types }: ReplayRequest,
): Promise<{ count: number }> {
  permit(webhooksCan(tx.actor).manage)
  const webhook = await lockWebhook(tx, webhookId)
  requireEnabled(webhook)
  const wanted = wantedTypes(webhook, types)
  const { rows } = await sql<ReplayCounts & { wanted: number }>`
    with wanted as (
      select e.id, e.type from events e
      where e.workspace_id = ${tx.workspaceId} and e.id >= ${lowestIdAt(since)}::uuid
        and e.id <= ${webhook.last_event_id}::uuid
        and (${until ?? null}::timestamptz is null or e.created_at < ${until ?? null}::timestamptz)
        and (${wanted}::text[] is null or e.type = any(${wanted}::text[])) and e.type <> 'webhook.test'
      order by e.id limit ${maxReplayed + 1}),
    ${insertWanted(tx.workspaceId, webhookId)}`.execute(tx.db)
  const replayed = rows[0]!
  if (replayed.wanted > maxReplayed) {
    throw invalidState(`More than ${maxReplayed.toLocaleString('en')} events match. Choose a shorter time range.`)
  }
  const count = replayed.created + replayed.hastened
  finishReplay(tx, webhookId, replayed, { since, ...(until && { until }), ...(types && { types }), count })
  return { count }
}

/**
 * Rejects a type that the webhook has unsubscribed from. Since then, a key that may not read such events may have changed
 * the URL.
 * @throws 400
 */
function requireSubscribed({ events }: WebhookRow, type: string): void {
  if (type === 'webhook.test' || events.includes(allEvents) || events.includes(type)) return
  throw invalidState(`This webhook no longer subscribes to ${type}.`)
}

interface ReplayCounts {
  created: number
  /** How many pending deliveries were made due now. */
  hastened: number
  /** How many were pending before. */
  pending: number
}

/**
 * Creates deliveries of the events in `wanted`. If an event is pending already, its next attempt becomes due instead. A
 * claimed delivery stays as it is.
 */
const insertWanted = (workspaceId: string, webhookId: string) => sql`
    pending as materialized (
      select event_id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and status = 'pending'),
    inserted as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
      select ${workspaceId}, gen_random_uuid(), ${webhookId}, id, type, clock_timestamp(), clock_timestamp()
      from wanted where id not in (select event_id from pending)
      returning 1),
    hastened as (
      update webhook_deliveries d set next_attempt_at = clock_timestamp() from wanted w
      where d.workspace_id = ${workspaceId} and d.webhook_id = ${webhookId} and d.status = 'pending' and d.event_id = w.id
        and d.next_attempt_at > clock_timestamp() + make_interval(secs => ${leaseSeconds})
      returning 1)
    select (select min(type) from wanted) as type, (select count(*) from wanted) as wanted,
      (select count(*) from inserted) as created, (select count(*) from hastened) as hastened,
      (select count(*) from pending) as pending`

function finishReplay(
  tx: WriteScope,
  webhookId: string,
  { created, hastened, pending }: ReplayCounts,
  details: Record<string, unknown>,
): void {
  if (created > 0 && pending + created > maxPending) {
    const [most, now] = [maxPending, pending].map((each) => each.toLocaleString('en'))
    throw invalidState(
      `Replays may fill a webhook’s queue up to ${most} pending deliveries, and ${now} are pending. Try again later.`,
    )
  }
  if (created + hastened > 0) markDue(tx, webhookId)
  audit(tx, 'webhook.replayed', webhookId, details)
}

/** Returns the types to replay; null for all. A webhook never gets types that it does not subscribe to. */
function wantedTypes({ events }: WebhookRow, types: string[] | undefined): string[] | null {
  if (events.includes(allEvents)) return types ?? null
  return types === undefined ? events : events.filter((type) => types.includes(type))
}

/** Makes a locked webhook due, so that the dispatcher finds it. */
export const markDue = (tx: WriteScope, webhookId: string): void =>
  tx.defer(
    sql`update webhooks set next_attempt_at = least(next_attempt_at, clock_timestamp())
      where workspace_id = ${tx.workspaceId} and id = ${webhookId}`.execute(tx.db),
  )
