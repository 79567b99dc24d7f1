import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { isOnBoardOfChannel, kindOfEvent } from '../channels/kinds.ts'
import { gatherSeconds } from '../channels/summarize.ts'

// Bound the rows of one statement to 2,500, because no deliveries are claimed while it runs.
const maxWebhooks = 50
const maxEvents = 50

/**
 * Creates the deliveries of the next events for some webhooks that subscribe to them. Webhooks take turns, so that a long
 * queue of events does not delay others. Several workers may run this at the same time: each locks the webhooks that it
 * serves. Events are ordered by their commits, so no new one comes before the last one that a webhook has seen (ADR 0034).
 * @returns whether there may be more
 */
export async function fanOutEvents({ db }: Pick<Database, 'db'>): Promise<boolean> {
  if (!sendsDistributedStatements()) return fanOutTo(db, sql``)
  // With Citus, a statement can only lock rows of one workspace.
  const { rows } = await sql<{ id: string }>`
    select w.workspace_id as id from webhooks w
    join event_counters c on c.workspace_id = w.workspace_id and c.last_sequence > w.last_sequence
    where w.disabled_reason is null group by w.workspace_id
    order by min(w.fanned_out_at) nulls first limit ${maxWebhooks}`.execute(db)
  for (const { id } of rows) await fanOutTo(db, sql`and w.workspace_id = ${id}`)
  return rows.length > 0
}

/** @param condition further condition on the webhooks `w` @returns whether there were any */
async function fanOutTo(db: Database['db'], condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with due as materialized (
      select w.workspace_id, w.id, w.events, w.provider, w.board_ids, w.last_event_id, c.last_sequence from webhooks w
      join event_counters c on c.workspace_id = w.workspace_id and c.last_sequence > w.last_sequence
      where w.disabled_reason is null ${condition} order by w.fanned_out_at nulls first limit ${maxWebhooks}
      for update of w skip locked),
    read as materialized (
      select d.workspace_id, d.id as webhook_id, e.id as event_id, e.sequence, k.type,
        make_interval(secs => case when d.provider is null then 0 else ${gatherSeconds} end) as wait,
        case when d.provider is not null then coalesce(k.type = any(d.events), false) and ${isOnBoardOfChannel}
          when e.type = 'webhook.test' then e.resource_id = d.id
          else d.events = '{*}' or e.type = any(d.events) end as is_wanted
      from due d cross join lateral (
        select workspace_id, id, sequence, type, resource_id, data, changes from events
        where workspace_id = d.workspace_id and id > d.last_event_id order by id limit ${maxEvents}) e
      cross join lateral (select case when d.provider is null then e.type else ${kindOfEvent} end as type) k),
    inserted as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
      select workspace_id, gen_random_uuid(), webhook_id, event_id, type, clock_timestamp() + wait, clock_timestamp()
      from read where is_wanted),
    progress as (
      select d.workspace_id, d.id, coalesce((array_agg(r.event_id order by r.sequence desc))[1], d.last_event_id) as event_id,
        -- Without a row, the events have been deleted since.
        coalesce(max(r.sequence), d.last_sequence) as sequence,
        -- Calculated here, because Citus rejects it in the update.
        clock_timestamp() + min(r.wait) filter (where r.is_wanted) as next_at
      from due d left join read r on r.workspace_id = d.workspace_id and r.webhook_id = d.id
      group by d.workspace_id, d.id, d.last_event_id, d.last_sequence)
    update webhooks w set last_event_id = p.event_id, last_sequence = p.sequence, fanned_out_at = clock_timestamp(),
      next_attempt_at = least(w.next_attempt_at, p.next_at)
    from progress p where w.workspace_id = p.workspace_id and w.id = p.id
    returning 1 as count`.execute(db)
  return rows.length > 0
}
