import { sql } from 'kysely'
import { nilUuid } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { type DeliverySource, enqueueDelivery } from '../queues.ts'
import { selectCandidates } from './candidates.ts'

/** Customers per transaction, and per delivery job. */
const batchSize = 1_000

interface FanoutState {
  cursor: string | null
  batches: number
  isFinished: boolean
}

/**
 * Writes the next batch of deliveries of a source and enqueues the job that sends them. Recipients whose mail is
 * suppressed get a delivery in that state. Batches are in the order of customer ids and resume at the cursor; the row
 * of the source is locked, so neither a crash nor a second worker writes a delivery twice.
 * @returns whether to call it again.
 */
export async function fanOut(tx: WriteScope, source: DeliverySource): Promise<boolean> {
  const state = await lockState(tx, source)
  // A source that is missing was deleted with its entry or request.
  if (state === null || state.isFinished) return false
  const after = state.cursor ?? nilUuid
  const through = await insertDeliveries(tx, source, after)
  const isFinished = through === null
  const next = isFinished ? state : { cursor: through, batches: state.batches + 1 }
  tx.defer(saveState(tx, source, { ...next, isFinished }))
  if (isFinished) return false
  await enqueueDelivery(tx, { workspaceId: tx.workspaceId, ...source, after, through, page: state.batches })
  return true
}

/** Returns the row that holds the progress of a source. */
const rowOf = ({ workspaceId }: WriteScope, source: DeliverySource) =>
  'entryId' in source
    ? {
        table: sql.table('announcements'),
        condition: sql<boolean>`workspace_id = ${workspaceId} and entry_id = ${source.entryId}`,
      }
    : {
        table: sql.table('notification_digests'),
        condition: sql<boolean>`workspace_id = ${workspaceId} and id = ${source.digestId}`,
      }

async function lockState(tx: WriteScope, source: DeliverySource): Promise<FanoutState | null> {
  const { table, condition } = rowOf(tx, source)
  const { rows } = await sql<FanoutState>`
    select fanout_cursor as cursor, fanout_batches as batches, fanned_out_at is not null as "isFinished"
    from ${table} where ${condition} for update`.execute(tx.db)
  return rows[0] ?? null
}

function saveState(tx: WriteScope, source: DeliverySource, { cursor, batches, isFinished }: FanoutState) {
  const { table, condition } = rowOf(tx, source)
  return sql`update ${table} set fanout_cursor = ${cursor}, fanout_batches = ${batches},
      fanned_out_at = ${isFinished ? tx.now : null} where ${condition}`.execute(tx.db)
}

/** Inserts a batch of deliveries. @returns the id of the last candidate, or null if no candidate follows `after`. */
async function insertDeliveries(tx: WriteScope, source: DeliverySource, after: string): Promise<string | null> {
  const { workspaceId, now } = tx
  const entryId = 'entryId' in source ? source.entryId : null
  const digestId = 'entryId' in source ? null : source.digestId
  const { rows } = await sql<{ id: string }>`
    with candidates as materialized (${selectCandidates(source, { workspaceId, after, limit: batchSize })}),
    added as (
      insert into notification_deliveries
        (workspace_id, entry_id, digest_id, customer_id, state, due_at, created_at, ended_at)
      select ${workspaceId}, ${entryId}::uuid, ${digestId}::uuid, id,
        case when is_suppressed then 'suppressed' else 'due' end, ${now}, ${now},
        case when is_suppressed then ${now}::timestamptz end
      from candidates where is_recipient
      on conflict do nothing)
    select id from candidates order by id desc limit 1`.execute(tx.db)
  return rows[0]?.id ?? null
}
