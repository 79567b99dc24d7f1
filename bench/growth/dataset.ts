import { maxUnindexedTexts } from '../../server/feedback/search/index-texts.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { dropIndexes, openLoader, type Run } from '../bulk-load.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests } from '../dataset.ts'

/** The size of the data at 100 %. */
export const fullSize = {
  requests: 3_000_000,
  workspaces: 3_000,
  largest: 500_000,
  votes: 10_000_000,
  customers: 200_000,
}

export interface GrowthDataset {
  largest: MeasuredWorkspace
  /** With a thousand requests at every scale. */
  average: MeasuredWorkspace
  /** Small workspaces whose requests warm up the server, since the measured calls are too few to do so. */
  warmUps: MeasuredWorkspace[]
}

export interface MeasuredWorkspace extends BenchWorkspace {
  slug: string
  requests: number
  customers: number
  /** Some of its open requests, spread over all of them. */
  requestIds: string[]
}

// Distinct texts per workspace that is measured, and of all others together.
const templates = 1_000
const warmUpWorkspaces = 8
const warmUpRequests = 100
const shareOfCustomersInLargest = 0.3

/**
 * Builds the data at a share of the full size. A few thousand requests have texts of their own;
 * the others are copies of those rows, so texts repeat. PostgreSQL computes the search data of every row.
 */
export async function createGrowthDataset(database: Database, scale: number): Promise<GrowthDataset> {
  const requests = fullSize.requests * scale
  const largestSize = fullSize.largest * scale
  const averageSize = fullSize.requests / fullSize.workspaces
  const [largest, average, filler] = (await createBenchWorkspaces(database, 3, 'growth')) as [
    BenchWorkspace,
    BenchWorkspace,
    BenchWorkspace,
  ]
  const run = await openLoader(database)
  const restoreIndexes = await dropIndexes(run, filledTables)
  for (const workspace of [largest, filler]) await insertRequests(database, workspace, templates)
  await insertRequests(database, average, averageSize)
  const warmUps = await createBenchWorkspaces(database, warmUpWorkspaces, 'warm-up')
  for (const workspace of warmUps) await insertRequests(database, workspace, warmUpRequests)
  await run(`update feedback f set votes = n.votes, trend = ${trendFrom('t.created_at')}
    from feedback t, ${randomFor('t.votes')} where (t.workspace_id, t.id) = (f.workspace_id, f.id)`)
  await copyRequests(run, largest.id, Math.max(0, Math.ceil((largestSize - templates) / templates)))
  await copyWorkspaces(run, filler.id, fullSize.workspaces * scale - warmUpWorkspaces - 3)
  await copyToOthers(run, filler.id, requests - largestSize - averageSize)
  await insertCustomers(run, [largest.id, average.id], fullSize.customers * scale)
  await insertVotes(run)
  await insertRelatedRows(run)
  await restoreIndexes()
  await run('vacuum analyze')
  await run('checkpoint')
  await run('release')
  return {
    largest: await describe(database, largest, 'growth-0'),
    average: await describe(database, average, 'growth-1'),
    warmUps: await Promise.all(warmUps.map((workspace, index) => describe(database, workspace, `warm-up-${index}`))),
  }
}

const filledTables = [
  'feedback',
  'feedback_context',
  'votes',
  'comments',
  'customers',
  'audit_events',
  'notification_deliveries',
]

/** Inserts copies of rows. @param columns the expressions of columns that differ from the original `t` */
async function copyRows(run: Run, table: string, columns: Record<string, string>, from: string): Promise<void> {
  const rows = await run<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  )
  const names = rows.map(({ name }) => name)
  await run(
    `insert into ${table} (${names.join()}) select ${names.map((name) => columns[name] ?? `t.${name}`).join()} from ${from}`,
  )
}

const meanVotes = fullSize.votes / fullSize.requests

/**
 * Random votes `n` and a random moment `m` within the last year for each request. Votes are exponential: most requests
 * have a few, and none has more than the smallest workspace has customers.
 * @param row an expression of each row, or PostgreSQL would compute the values only once for several rows
 */
const randomFor = (row: string) => `lateral (select
  least(40, floor(-ln(1 - random()) * ${meanVotes + 0.5}))::int + 0 * (${row}) as votes) n, lateral (select
  now() - (random() + 0 * (${row})) * interval '365 days' as created_at) m`
const trendFrom = (createdAt: string) => `extract(epoch from ${createdAt}) / 1209600 * ln(2) + ln(1 + n.votes)`

const copiedColumns = {
  id: "uuidv7(random() * interval '-365 days')",
  created_at: 'm.created_at',
  updated_at: 'm.created_at',
  last_activity_at: 'm.created_at',
  votes: 'n.votes',
  trend: trendFrom('m.created_at'),
}

const copyRequests = (run: Run, id: string, copies: number): Promise<void> =>
  copyRows(
    run,
    'feedback',
    { ...copiedColumns, is_text_indexed: `${copies * templates > maxUnindexedTexts}` },
    `feedback t cross join generate_series(1, ${copies}) copy, ${randomFor('t.votes + copy')}
     where t.workspace_id = '${id}'`,
  )

async function copyWorkspaces(run: Run, id: string, count: number): Promise<void> {
  await copyRows(
    run,
    'workspaces',
    { workspace_id: 'uuidv7()', slug: `'other-' || n` },
    `workspaces t, generate_series(1, ${count}) n where t.workspace_id = '${id}'`,
  )
  await copyRows(
    run,
    'boards',
    { workspace_id: 'w.workspace_id', id: 'uuidv7()' },
    `boards t, workspaces w where t.workspace_id = '${id}' and w.slug like 'other-%'`,
  )
}

/** Divides requests among the other workspaces: the size of the nth is proportional to 1 / (n + 20). */
async function copyToOthers(run: Run, id: string, count: number): Promise<void> {
  await run(`create temporary table shares as
    select w.workspace_id, b.id as board_id, row_number() over (order by w.workspace_id) as n, 0 as size
    from workspaces w join boards b on b.workspace_id = w.workspace_id where w.slug like 'other-%'`)
  await run(`update shares set size = ceil(${count} / (n + 20.0) / (select sum(1 / (n + 20.0)) from shares))`)
  await run(`create temporary table originals as
    select *, row_number() over () as number from feedback where workspace_id = '${id}'`)
  await copyRows(
    run,
    'feedback',
    {
      ...copiedColumns,
      workspace_id: 's.workspace_id',
      board_id: 's.board_id',
      is_text_indexed: `s.size > ${maxUnindexedTexts}`,
    },
    `shares s cross join lateral generate_series(1, s.size) place
     join originals t on t.number = 1 + (s.n * 7 + place) % ${templates}, ${randomFor('t.votes + place')}`,
  )
}

async function insertCustomers(run: Run, [largest, average]: [string, string], count: number): Promise<void> {
  const inLargest = Math.round(count * shareOfCustomersInLargest)
  const others = Math.round((count - inLargest) / (count / (fullSize.customers / fullSize.workspaces)))
  await run(`insert into customers (workspace_id, id, email, origin, created_at)
    select w.workspace_id, uuidv7(), 'customer' || n || '@example.com', 'api', now() - random() * interval '365 days'
    from workspaces w cross join lateral generate_series(1,
      case w.workspace_id when '${largest}' then ${inLargest} when '${average}' then 100 else ${others} end) n`)
  await run(`create temporary table voters as
    select workspace_id, id, row_number() over (partition by workspace_id order by id) as n from customers`)
  await run('create unique index on voters (workspace_id, n) include (id)')
  await run('analyze voters')
}

/** Inserts the votes that each request counts, each by a different customer. */
async function insertVotes(run: Run): Promise<void> {
  await run(`create temporary table counts as
    select f.workspace_id, f.id, f.created_at, f.votes, c.count, floor(random() * c.count)::int as first
    from feedback f join (select workspace_id, count(*) as count from customers group by 1) c using (workspace_id)`)
  await run(`insert into votes (workspace_id, feedback_id, customer_id, created_at)
    select c.workspace_id, c.id, v.id, c.created_at + random() * (now() - c.created_at)
    from counts c cross join lateral generate_series(1, c.votes) k
    join voters v on v.workspace_id = c.workspace_id and v.n = 1 + (c.first + k) % c.count`)
}

async function insertRelatedRows(run: Run): Promise<void> {
  await run(`insert into feedback_context (workspace_id, feedback_id, customer_id)
    select c.workspace_id, c.id, v.id from counts c
    join voters v on v.workspace_id = c.workspace_id and v.n = 1 + (c.first + 1) % c.count`)
  await run(`insert into audit_events (workspace_id, id, type, target_id, actor_type, created_at)
    select workspace_id, uuidv7(), 'feedback.created', id, 'system', created_at from counts`)
  await run(`insert into comments (workspace_id, id, feedback_id, kind, body, is_internal, created_at, updated_at)
    select workspace_id, uuidv7(), id, 'comment', 'It would help us too.', false, created_at, created_at
    from counts where votes > ${meanVotes}`)
  await run(`insert into roadmap_items (workspace_id, id, feedback_id, title, description, status, sort_order, created_at, updated_at)
    select workspace_id, uuidv7(), id, title, '', case stage when 'completed' then 'done' else stage end,
      row_number() over (), created_at, created_at
    from feedback where random() < 0.01 and stage in ('planned', 'in_progress', 'completed')`)
  await run(`insert into changelog_entries (workspace_id, id, state, title, body, reactions_enabled, comments_enabled,
      published_at, created_at, updated_at)
    select workspace_id, uuidv7(), 'published', 'Entry ' || n, '', true, true, now() - n * interval '7 days',
      now() - n * interval '7 days', now()
    from workspaces, generate_series(1, 20) n`)
  await run(`insert into announcements (workspace_id, entry_id, due_at, fanned_out_at)
    select workspace_id, id, published_at, published_at from changelog_entries`)
  await run(`insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
    select e.workspace_id, e.id, c.id, 'sent', e.published_at, e.published_at, e.published_at
    from changelog_entries e join customers c using (workspace_id) where e.title = 'Entry 3'`)
}

async function describe({ pool }: Database, workspace: BenchWorkspace, slug: string): Promise<MeasuredWorkspace> {
  const { rows } = await pool.query<{ requests: number; customers: number; requestIds: string[] }>(
    `select (select count(*) from feedback where workspace_id = $1) as requests,
       (select count(*) from customers where workspace_id = $1) as customers,
       array(select id::text from feedback where workspace_id = $1 and stage in ('in_review', 'planned')
         order by md5(id::text) limit 500) as "requestIds"`,
    [workspace.id],
  )
  return { ...workspace, slug, ...rows[0]! }
}
