import { type Kysely, sql } from 'kysely'
import { ofWorkspace } from '../../platform/db/distribution/of-workspace.ts'
import type { Tables } from '../../tables.ts'
import { testKind } from './kinds.ts'

/** Messages wait this long, so that those of one act, such as a bulk change or an import, are seen together. */
export const gatherSeconds = 5

// More of a kind become one message that says how many. People read five.
const maxSeparate = 5
// A summary waits until its kind has been quiet for `gatherSeconds`, so that a long import needs few messages. It must not
// be longer than a claim, which also moves the next attempt: that is how claimed deliveries are told from waiting ones.
const maxWaitSeconds = 60

interface Locked {
  workspaceId: string
  id: string
}

/**
 * Replaces the waiting messages of locked channels by one that summarizes them, for each kind of which there are more than
 * five. Changes to each stage count as a kind.
 */
export async function summarizeBursts(db: Kysely<Tables>, channels: Locked[]): Promise<void> {
  if (channels.length === 0) return
  await sql`
    with waiting as materialized (
      select d.workspace_id, d.id, row_number() over (g order by d.created_at, d.id) as place,
        sum(d.event_count) over g as total,
        -- Calculated here, because Citus rejects it in the update.
        least(max(d.created_at) over g + make_interval(secs => ${gatherSeconds}),
          min(d.created_at) over g + make_interval(secs => ${maxWaitSeconds})) as next_at
      from unnest(${channels.map((each) => each.workspaceId)}::uuid[], ${channels.map(({ id }) => id)}::uuid[])
        as n (workspace_id, webhook_id)
      join webhook_deliveries d on d.workspace_id = n.workspace_id and d.webhook_id = n.webhook_id
        and d.status = 'pending' and d.attempt_count = 0 and d.event_type <> ${testKind}
        and d.next_attempt_at <= d.created_at + make_interval(secs => ${maxWaitSeconds}) ${ofWorkspace('d', channels)}
      left join events e on e.workspace_id = d.workspace_id and e.id = d.event_id
      window g as (partition by d.webhook_id, d.event_type, e.changes->'stage'->>'to')),
    removed as (
      delete from webhook_deliveries d using waiting w
      where w.total > ${maxSeparate} and w.place > 1 and d.workspace_id = w.workspace_id and d.id = w.id)
    update webhook_deliveries d set event_count = w.total, next_attempt_at = w.next_at
    from waiting w
    where w.total > ${maxSeparate} and w.place = 1 and d.workspace_id = w.workspace_id and d.id = w.id`.execute(db)
}
