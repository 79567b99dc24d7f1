import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { ofWorkspace } from '../../platform/db/distribution/of-workspace.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Tables } from '../../tables.ts'
import { isKindOfEvent, type Provider } from '../channels/kinds.ts'
import { summarizeBursts } from '../channels/summarize.ts'
import type { WebhookAttempt } from '../schema.ts'
import type { DueWebhook, Share, Slots } from './slots.ts'

/** A delivery that this process attempts now. */
export interface ClaimedDelivery {
  workspaceId: string
  webhookId: string
  id: string
  /** How many attempts have been made so far. */
  attempts: number
  /** Of a channel, only the end of it. */
  url: string
  /** Null for a webhook that gets events; otherwise, the delivery is a message to a channel. */
  provider: Provider | null
  /** How many events the message of a channel reports. */
  eventCount: number
  /** Whether the last attempt of the webhook failed. */
  isFailing: boolean
  /** Sealed; the newest first. A channel seals its URL. */
  secrets: Buffer[]
  eventId: string
  /** Of a channel, the kind of message. */
  eventType: string
  eventAt: string
  /** Changes if the event is erased. Null without an event, for notices and test messages of channels. */
  eventVersion: string | null
  /** JSON. */
  data: string
}

type FromEvent = Pick<ClaimedDelivery, 'eventAt' | 'eventVersion' | 'data'>
type ClaimedRow = Omit<ClaimedDelivery, keyof FromEvent> & (FromEvent | { [member in keyof FromEvent]: null })

// An attempt takes up to 15 seconds. After this time, its process counts as dead, and another one may claim the delivery.
export const leaseSeconds = 60
// More webhooks than there are slots, so that the slots can be shared fairly. Failing webhooks have a limit of their own,
// because many of them may be due.
const maxDue = 1_000
const maxDueFailing = 500

/**
 * Claims due deliveries of several webhooks, as many as there are free slots. A claim expires after a minute, so another
 * process takes over if this one dies. Deliveries whose event has expired fail.
 */
export async function claimDeliveries(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  slots: Pick<Slots, 'areFull' | 'busy' | 'share'>,
): Promise<ClaimedDelivery[]> {
  if (slots.areFull) return []
  const shares = slots.share(await listDue(db, slots.busy()))
  if (!sendsDistributedStatements()) return claimShares(pool, shares)
  // With Citus, a statement can only lock rows of one workspace.
  const claimed: ClaimedDelivery[] = []
  for (const each of Map.groupBy(shares, ({ workspaceId }) => workspaceId).values()) {
    claimed.push(...(await claimShares(pool, each)))
  }
  return claimed
}

/** @param shares of one workspace if the database is distributed */
async function claimShares(pool: Database['pool'], shares: Share[]): Promise<ClaimedDelivery[]> {
  if (shares.length === 0) return []
  return inTransaction(pool, async (tx) => {
    const locked = await lock(tx.db, shares)
    if (locked.length === 0) return []
    await summarizeBursts(
      tx.db,
      locked.filter(({ provider }) => provider !== null),
    )
    const rows = await claim(tx.db, locked)
    const expired = rows.filter((row) => !isComplete(row))
    if (expired.length > 0) await failExpired(tx.db, expired)
    await scheduleNextTurns(tx.db, locked)
    return rows.filter(isComplete)
  })
}

/** Returns whether the event still exists. Notices and the test messages of channels have none. */
const isComplete = (row: ClaimedRow): row is ClaimedDelivery =>
  row.eventAt !== null || (row.provider !== null && !isKindOfEvent(row.eventType))

/** Lists webhooks with due deliveries in the order of their turns. */
async function listDue(db: Kysely<Tables>, busy: string[]): Promise<DueWebhook[]> {
  const due = (isFailing: boolean) => sql`(
    select workspace_id as "workspaceId", id, ${sql.lit(isFailing)} as "isFailing" from webhooks
    where next_attempt_at <= clock_timestamp() and disabled_reason is null
      and failing_since is ${sql.raw(isFailing ? 'not null' : 'null')}
      -- Hashed, unlike \`<> all\` with a parameter.
      and id not in (select unnest(${busy}::uuid[]))
    order by next_attempt_at limit ${isFailing ? maxDueFailing : maxDue})`
  const { rows } = await sql<DueWebhook>`${due(false)} union all ${due(true)}`.execute(db)
  return rows
}

/**
 * Locks the webhooks that no other worker has locked. Deliveries are created under this lock too, so the next turns are
 * computed from all of them.
 */
async function lock(db: Kysely<Tables>, shares: Share[]): Promise<(Share & Pick<ClaimedDelivery, 'provider'>)[]> {
  const { rows } = await sql<Pick<ClaimedDelivery, 'id' | 'provider'>>`
    select w.id, w.provider from webhooks w
    join unnest(${shares.map((each) => each.workspaceId)}::uuid[], ${shares.map(({ id }) => id)}::uuid[])
      as n (workspace_id, id) on w.workspace_id = n.workspace_id and w.id = n.id
    where w.disabled_reason is null ${ofWorkspace('w', shares)} for update of w skip locked`.execute(db)
  const providers = new Map(rows.map(({ id, provider }) => [id, provider]))
  return shares.flatMap((share) => {
    const provider = providers.get(share.id)
    return provider === undefined ? [] : [{ ...share, provider }]
  })
}

async function claim(db: Kysely<Tables>, shares: Share[]): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with claimed as (
      update webhook_deliveries d set next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from unnest(${shares.map((each) => each.workspaceId)}::uuid[], ${shares.map(({ id }) => id)}::uuid[],
        ${shares.map(({ count }) => count)}::int[]) as w (workspace_id, id, count)
      cross join lateral (
        select p.id from webhook_deliveries p
        where p.workspace_id = w.workspace_id and p.webhook_id = w.id and p.status = 'pending'
          and p.next_attempt_at <= clock_timestamp()
        order by p.next_attempt_at limit w.count) due
      where d.workspace_id = w.workspace_id and d.id = due.id ${ofWorkspace('d', shares)}
      returning d.workspace_id, d.webhook_id, d.id, d.attempt_count, d.event_id, d.event_type,
        d.event_count)
    select c.workspace_id as "workspaceId", c.webhook_id as "webhookId", c.id, c.attempt_count as attempts, w.url,
      w.provider, c.event_count as "eventCount", w.failing_since is not null as "isFailing",
      array_remove(array[w.secret,
        case when w.previous_secret_expires_at > clock_timestamp() then w.previous_secret end], null) as secrets,
      c.event_id as "eventId", c.event_type as "eventType", e.created_at as "eventAt",
      e.xmin::text as "eventVersion", e.data::text as data
    from claimed c
    join webhooks w on w.workspace_id = c.workspace_id and w.id = c.webhook_id
    left join events e on e.workspace_id = c.workspace_id and e.id = c.event_id`.execute(db)
  return rows
}

/** Fails deliveries whose event has expired, and logs the reason as an attempt that does not count. */
async function failExpired(db: Kysely<Tables>, deliveries: ClaimedRow[]): Promise<void> {
  const attempt: WebhookAttempt = {
    at: new Date().toISOString(),
    responseStatus: null,
    durationMs: 0,
    error: 'Nothing was sent, because the event has expired',
    responseExcerpt: null,
  }
  await sql`
    update webhook_deliveries d
    set status = 'failed', next_attempt_at = null, attempts = attempts || ${JSON.stringify([attempt])}::jsonb
    from unnest(${deliveries.map((each) => each.workspaceId)}::uuid[], ${deliveries.map(({ id }) => id)}::uuid[])
      as n (workspace_id, id)
    where d.workspace_id = n.workspace_id and d.id = n.id ${ofWorkspace('d', deliveries)}`.execute(db)
}

/** Moves webhooks that still have due deliveries behind all others that are due. */
async function scheduleNextTurns(db: Kysely<Tables>, webhooks: Share[]): Promise<void> {
  await sql`
    update webhooks w set next_attempt_at = (
      select greatest(d.next_attempt_at, clock_timestamp()) from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.status = 'pending'
      order by d.next_attempt_at limit 1)
    from unnest(${webhooks.map((each) => each.workspaceId)}::uuid[], ${webhooks.map(({ id }) => id)}::uuid[])
      as n (workspace_id, id)
    where w.workspace_id = n.workspace_id and w.id = n.id ${ofWorkspace('w', webhooks)}`.execute(db)
}
