import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { ofWorkspace } from '../../platform/db/distribution/of-workspace.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { gatherSeconds } from '../channels/summarize.ts'

// Of each workspace, so that the others need not wait for all that one has.
const maxNotices = 100
const maxWorkspaces = 50

interface TakenNotice {
  workspaceId: string
  kind: string
  subjectId: string
  feedbackId: string | null
  createdAt: string
}

/**
 * Writes one delivery of each waiting notice per channel that wants it: enabled, not limited to other boards, and
 * created before the notice. Any number of workers may run this; each takes different notices.
 * @returns whether there were any
 */
export async function fanOutNotices({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<boolean> {
  if (sendsDistributedStatements()) return fanOutNoticesOfEach({ db, pool })
  const { rows } = await sql`select from channel_notices limit 1`.execute(db)
  if (rows.length === 0) return false
  return fanOutTaken(pool, takeNotices)
}

/** Processes one workspace at a time, because with Citus, a statement can only lock rows of one workspace. */
async function fanOutNoticesOfEach({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from channel_notices group by 1 limit ${maxWorkspaces}`.execute(db)
  for (const { id } of rows) await fanOutTaken(pool, (tx) => takeNoticesOf(tx, id))
  return rows.length > 0
}

function fanOutTaken(pool: Database['pool'], take: (tx: Transaction) => Promise<TakenNotice[]>): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const notices = await take(tx)
    if (notices.length > 0 && (await lockChannels(tx, notices))) await insertDeliveries(tx, notices)
    return notices.length > 0
  })
}

/** Takes the oldest notices of each workspace that has any. Each step of the recursion looks up one in the index. */
async function takeNotices({ db }: Transaction): Promise<TakenNotice[]> {
  const { rows } = await sql<TakenNotice>`
    with recursive waiting as (
      (select workspace_id from channel_notices order by workspace_id limit 1)
      union all
      select (select n.workspace_id from channel_notices n where n.workspace_id > w.workspace_id
        order by n.workspace_id limit 1) from waiting w where w.workspace_id is not null),
    taken as materialized (
      select n.workspace_id, n.id from (select workspace_id from waiting limit ${maxWorkspaces}) w
      cross join lateral (
        select workspace_id, id from channel_notices where workspace_id = w.workspace_id
        order by created_at limit ${maxNotices} for update skip locked) n)
    delete from channel_notices n using taken t where n.workspace_id = t.workspace_id and n.id = t.id
    returning n.workspace_id as "workspaceId", n.kind, n.subject_id as "subjectId", n.feedback_id as "feedbackId",
      n.created_at as "createdAt"`.execute(db)
  return rows
}

async function takeNoticesOf({ db }: Transaction, workspaceId: string): Promise<TakenNotice[]> {
  const { rows } = await sql<TakenNotice>`
    with taken as materialized (
      select id from channel_notices where workspace_id = ${workspaceId}
      order by created_at limit ${maxNotices} for update skip locked)
    delete from channel_notices n using taken t where n.workspace_id = ${workspaceId} and n.id = t.id
    returning n.workspace_id as "workspaceId", n.kind, n.subject_id as "subjectId", n.feedback_id as "feedbackId",
      n.created_at as "createdAt"`.execute(db)
  return rows
}

/** Locks the channels of the notices, because their next turns change. @returns whether there are any */
async function lockChannels({ db }: Transaction, notices: TakenNotice[]): Promise<boolean> {
  const { rows } = await sql`
    select from webhooks where provider is not null and disabled_reason is null
      and workspace_id = any(${[...new Set(notices.map(({ workspaceId }) => workspaceId))]}::uuid[])
      and events && ${[...new Set(notices.map(({ kind }) => kind))]}::text[]
    order by workspace_id, id for update`.execute(db)
  return rows.length > 0
}

async function insertDeliveries({ db }: Transaction, notices: TakenNotice[]): Promise<void> {
  await sql`
    with wanted as materialized (
      select distinct w.workspace_id, w.id as webhook_id, n.subject_id, n.kind
      from unnest(${notices.map(({ workspaceId }) => workspaceId)}::uuid[], ${notices.map(({ kind }) => kind)}::text[],
        ${notices.map(({ subjectId }) => subjectId)}::uuid[], ${notices.map(({ feedbackId }) => feedbackId)}::uuid[],
        ${notices.map(({ createdAt }) => createdAt)}::timestamptz[])
        as n (workspace_id, kind, subject_id, feedback_id, created_at)
      join webhooks w on w.workspace_id = n.workspace_id and w.provider is not null and w.disabled_reason is null
        and n.kind = any(w.events) and w.created_at <= n.created_at ${ofWorkspace('w', notices)}
      where (w.board_ids = '{}' or n.feedback_id is null or exists (select from feedback f
          where f.workspace_id = n.workspace_id and f.id = n.feedback_id and f.board_id = any(w.board_ids)))
        -- A message shows the state at the time it is sent, so a waiting message also covers this notice.
        and not exists (select from webhook_deliveries p where p.workspace_id = w.workspace_id and p.webhook_id = w.id
          and p.status = 'pending' and p.attempt_count = 0 and p.event_id = n.subject_id and p.event_type = n.kind)),
    inserted as (
      insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
      select workspace_id, gen_random_uuid(), webhook_id, subject_id, kind,
        clock_timestamp() + make_interval(secs => ${gatherSeconds}), clock_timestamp()
      from wanted returning workspace_id, webhook_id, next_attempt_at)
    update webhooks w set next_attempt_at = least(w.next_attempt_at, i.at)
    from (select workspace_id, webhook_id, min(next_attempt_at) as at from inserted group by 1, 2) i
    where w.workspace_id = i.workspace_id and w.id = i.webhook_id`.execute(db)
}
