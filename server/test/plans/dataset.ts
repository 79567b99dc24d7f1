import { indexTexts } from '../../feedback/search/index-texts.ts'
import type { Database } from '../../platform/db/database.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import type { TestApp, TestWorkspace } from '../test-app.ts'
import { insertDigests } from './told-operations.ts'
import { insertTriage } from './triage-dataset.ts'

export interface PlanDataset {
  /** Has half of all requests. */
  large: TestWorkspace
  /** Of the size of an average workspace. */
  small: TestWorkspace
  /** A planned request of the large workspace with 3,000 votes. */
  popularId: string
}

/** An entry in the large and in the small workspace, with up to 900 deliveries that are due in the year 2999. */
export const unsentEntryId = '01900000-0000-7000-8000-000000000001'

/** A member of each workspace, who is notified of every request. */
export const inboxMemberEmail = 'inbox@example.com'

const otherWorkspaces = 150
const templates = 4
const copiesOfOthers = 10
const customersOfOthers = 20
const entriesOfOthers = 8
const eventsOfLarge = 6_000
const eventsOfOthers = 20
// More than any list reads before it uses an index (`newestScanned`, `firstScanned`).
const requestsOfLarge = 6_000
const customersOfLarge = 4_000

/**
 * Loads workspaces of very different sizes, and analyzes the tables. The product creates the first requests of each;
 * the others are copies of their rows, whatever columns the tables have, so that searches find them.
 */
export async function loadPlanDataset(app: TestApp): Promise<PlanDataset> {
  const { database } = app
  const large = await createTemplateRequests(app, 'Calendar')
  const small = await createTemplateRequests(app, 'Calendar')
  const other = await createTemplateRequests(app, 'Export')
  await copyWorkspaces(database, other)
  await copyRequests(database, large, requestsOfLarge / templates)
  await indexTexts(database, (id, work) => writeAsSystem(app, id, work), new AbortController().signal)
  await insertCustomers(database, large)
  await insertCompanies(database)
  const popularId = await insertVotes(database, large)
  await insertActivity(database)
  await insertTriage(database)
  await insertEvents(database)
  await insertDeliveries(app, large, small)
  await insertDigests(database)
  await insertInboxes(database)
  await database.pool.query('vacuum analyze')
  return { large, small, popularId }
}

async function createTemplateRequests(app: TestApp, word: string): Promise<TestWorkspace> {
  const workspace = await app.workspace()
  for (let index = 0; index < templates; index++) {
    const title = index === 0 ? `${word} zeppelin` : `${word} number ${index}`
    await workspace.api.create('/feedback', { title, description: 'It has some text.' })
  }
  await app.database.pool.query(`update feedback set status = 'approved' where workspace_id = $1`, [workspace.id])
  return workspace
}

/** Inserts copies of rows of a table. @param columns the expressions of columns that differ from the original `t` */
async function copyRows(
  { pool }: Database,
  table: string,
  { columns, from }: { columns: Record<string, string>; from: string },
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => columns[name] ?? `t.${name}`)
  await pool.query(`insert into ${table} (${names.join()}) select ${values.join()} from ${from}`)
}

async function copyWorkspaces(database: Database, { id }: TestWorkspace): Promise<void> {
  await copyRows(database, 'workspaces', {
    columns: { workspace_id: 'uuidv7()', slug: `'other-' || n` },
    from: `workspaces t, generate_series(1, ${otherWorkspaces}) n where t.workspace_id = '${id}'`,
  })
  const others = `join workspaces w on w.slug like 'other-%' where t.workspace_id = '${id}'`
  const ids = { workspace_id: 'w.workspace_id', id: 'uuidv7()' }
  await copyRows(database, 'boards', { columns: ids, from: `boards t ${others}` })
  await copyRows(database, 'api_keys', {
    columns: { ...ids, hash: 'sha256(uuid_send(w.workspace_id))' },
    from: `api_keys t ${others}`,
  })
  await copyRows(database, 'feedback', {
    columns: {
      ...ids,
      board_id: 'b.id',
      product_stage: `'planned'`,
      created_at: `now() - n * interval '1 day'`,
      last_activity_at: `now() - n * interval '1 day'`,
    },
    from: `(select * from feedback where workspace_id = '${id}') t
      join workspaces w on w.slug like 'other-%' join boards b on b.workspace_id = w.workspace_id,
      generate_series(1, ${copiesOfOthers}) n`,
  })
  await database.pool.query(
    `insert into customers (workspace_id, id, email, created_at)
     select workspace_id, uuidv7(), 'customer' || n || '@example.com', now()
     from workspaces, generate_series(1, ${customersOfOthers}) n where slug like 'other-%'`,
  )
}

/** Spreads the copies over a year, the stages and the votes. */
const copyRequests = (database: Database, { id }: TestWorkspace, copies: number): Promise<void> =>
  copyRows(database, 'feedback', {
    columns: {
      id: 'uuidv7()',
      product_stage: `(array['in_review', 'planned', 'in_progress', 'completed', 'closed'])[1 + n % 5]`,
      votes: 'n % 40',
      trend: 'n',
      created_at: `now() - n * interval '1 hour'`,
      updated_at: `now() - n * interval '1 hour'`,
      last_activity_at: `now() - (n * 7 % 10000) * interval '1 hour'`,
    },
    // One text is rare.
    from: `(select * from feedback where workspace_id = '${id}' and title not like '%zeppelin') t,
      generate_series(1, ${copies}) n`,
  })

const insertCustomers = ({ pool }: Database, { id }: TestWorkspace) =>
  pool.query(
    `insert into customers (workspace_id, id, email, external_id, origin, created_at)
     select $1, uuidv7(), 'customer' || n || '@example.com', 'c' || n, 'api', now() - n * interval '1 minute'
     from generate_series(1, ${customersOfLarge}) n`,
    [id],
  )

/** Gives every workspace companies: a large one, and a customer of its own in each of the others. */
async function insertCompanies({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into companies (workspace_id, id, external_id, name, created_at, updated_at)
     select workspace_id, uuidv7(), 'company' || n, 'Company ' || n, now() - n * interval '1 minute', now()
     from workspaces, generate_series(1, case when slug like 'other-%' then 5 else 1000 end) n`,
  )
  await pool.query(
    `update customers c set company_id = k.id, name = case when n = 1 then 'Zeppelin' end,
       is_tracked = n % 3 <> 0, is_participant = n % 6 = 0, blocked_at = case when n % 50 = 0 then now() end
     from (select *, row_number() over (partition by workspace_id order by id) as n from customers) x
     join companies k on k.workspace_id = x.workspace_id and k.external_id = 'company' || case when n % 2 = 0 then 1 else n end
     where c.workspace_id = x.workspace_id and c.id = x.id`,
  )
}

async function insertVotes({ pool }: Database, { id }: TestWorkspace): Promise<string> {
  await pool.query(
    `insert into votes (workspace_id, feedback_id, customer_id, created_at)
     select $1, f.id, c.id, f.created_at
     from (select *, row_number() over (order by id) as n from feedback where workspace_id = $1) f
     join (select *, row_number() over (order by id) as n from customers where workspace_id = $1) c
       on c.n % 2000 = f.n % 2000`,
    [id],
  )
  const { rows } = await pool.query<{ feedback_id: string }>(
    `insert into votes (workspace_id, feedback_id, customer_id, created_at)
     select $1, f.id, c.id, now() from
       (select id from feedback where workspace_id = $1 and stage = 'planned' order by id limit 1) f,
       (select id from customers where workspace_id = $1 limit 3000) c
     on conflict do nothing returning feedback_id`,
    [id],
  )
  return rows[0]!.feedback_id
}

/** Fills the other tables that grow with a workspace. */
async function insertActivity({ pool }: Database): Promise<void> {
  const numbered = `(select *, row_number() over (partition by workspace_id order by id) as n from feedback)`
  await pool.query(
    `insert into feedback_context (workspace_id, feedback_id, customer_id, source_url)
     select f.workspace_id, f.id, c.id, 'https://example.com/'
     from (select *, row_number() over (order by id) as n from feedback) f
     join (select *, row_number() over (order by id) as n from customers where external_id is not null) c
       on c.workspace_id = f.workspace_id and c.n = f.n % ${customersOfLarge}`,
  )
  await pool.query(
    `insert into comments (workspace_id, id, feedback_id, customer_id, kind, body, is_internal, created_at, updated_at)
     select f.workspace_id, uuidv7(), f.id, case when f.n % 3 <> 0 then c.id end,
       case when f.n % 3 = 0 then 'staff_reply' else 'comment' end, 'A comment', false, f.created_at, f.created_at
     from ${numbered} f
     left join (select *, row_number() over (partition by workspace_id order by id) as n from customers) c
       on c.workspace_id = f.workspace_id and c.n = f.n
     where f.n % 2 = 0`,
  )
  await pool.query(
    `insert into roadmap_items (workspace_id, id, feedback_id, title, description, status, sort_order, created_at, updated_at)
     select workspace_id, uuidv7(), id, title, '', case product_stage when 'completed' then 'done' else product_stage end,
       n, created_at, created_at
     from ${numbered} f where n % 8 = 2 and product_stage in ('planned', 'in_progress', 'completed')`,
  )
  await pool.query(
    `insert into audit_events (workspace_id, id, type, target_id, actor_type, created_at)
     select workspace_id, uuidv7(), 'feedback.created', id, 'system', created_at from feedback`,
  )
  await pool.query(
    `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
     select workspace_id, 'POST /api/v1/feedback', id::text, 201, '{}', now() - n % 60 * interval '1 hour'
     from ${numbered} f`,
  )
  await insertMail(pool)
}

/** Continues the log of every workspace with events of the past month. */
async function insertEvents({ pool }: Database): Promise<void> {
  await pool.query(
    `with counts as (
       select w.workspace_id, coalesce(c.last_sequence, 0) as last, case when w.slug like 'other-%' then ${eventsOfOthers}
           else ${eventsOfLarge} end as count
       from workspaces w left join event_counters c on c.workspace_id = w.workspace_id),
     inserted as (
       insert into events (workspace_id, id, sequence, type, created_at, actor_type, resource_id, data)
       select workspace_id, event_id(now() - (count - n) * interval '5 minutes', last + n), last + n,
         (array['feedback.created', 'feedback.updated', 'vote.created', 'comment.created'])[1 + n % 4],
         now() - (count - n) * interval '5 minutes', 'system', gen_random_uuid(), '{"title": "Calendar"}'
       from counts, generate_series(1, count) n)
     insert into event_counters (workspace_id, last_sequence, last_event_at)
     select workspace_id, last + count, now() from counts
     on conflict (workspace_id) do update set last_sequence = excluded.last_sequence, last_event_at = excluded.last_event_at`,
  )
}

/** Subscribes every workspace, and delivers the events of the log to them. */
async function insertDeliveries(app: TestApp, ...workspaces: TestWorkspace[]): Promise<void> {
  const { pool } = app.database
  const webhook = { url: 'https://127.0.0.1:9/', events: ['feedback.created', 'vote.created'] }
  for (const { api } of workspaces) await api.create('/webhooks', webhook)
  await pool.query(
    `insert into webhooks (workspace_id, id, url, description, events, secret, last_event_id, last_sequence, created_at,
       updated_at)
     select c.workspace_id, uuidv7(), w.url, '', w.events, w.secret, (select max(id::text)::uuid from events e
       where e.workspace_id = c.workspace_id), c.last_sequence, now(), now()
     from event_counters c, (select * from webhooks limit 1) w
     where c.workspace_id not in (select workspace_id from webhooks)`,
  )
  await pool.query(
    `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, status, next_attempt_at,
       attempt_count, attempts, created_at)
     select e.workspace_id, gen_random_uuid(), w.id, e.id, e.type, case e.sequence % 20 when 0 then 'pending' when 2 then 'failed' else 'succeeded' end,
       case when e.sequence % 20 = 0 then now() + interval '1 hour' end, 1, '[]', e.created_at
     from events e join webhooks w on w.workspace_id = e.workspace_id and e.type = any(w.events)`,
  )
}

async function insertMail(pool: Database['pool']): Promise<void> {
  // The small workspace has no other customers yet.
  await pool.query(
    `insert into customers (workspace_id, id, email, origin, created_at)
     select workspace_id, uuidv7(), 'reader' || n || '@example.com', 'api', now()
     from workspaces, generate_series(1, 5) n where slug not like 'other-%'`,
  )
  await pool.query(
    `insert into changelog_entries (workspace_id, id, state, title, body, reactions_enabled, comments_enabled,
       published_at, created_at, updated_at)
     select workspace_id, $1, 'published', 'Unsent', '', true, true, now(), now(), now()
     from workspaces where slug not like 'other-%'`,
    [unsentEntryId],
  )
  await pool.query(
    `insert into changelog_entries (workspace_id, id, state, title, body, reactions_enabled, comments_enabled,
       published_at, created_at, updated_at)
     select workspace_id, uuidv7(), 'published', 'Entry ' || n, '', true, true, now() - n * interval '1 day',
       now() - n * interval '1 day', now()
     from workspaces join lateral generate_series(1, case when slug like 'other-%' then ${entriesOfOthers} else 300 end) n on true`,
  )
  await pool.query(
    `insert into announcements (workspace_id, entry_id, due_at, fanned_out_at)
     select workspace_id, id, published_at, published_at from changelog_entries`,
  )
  await pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at)
     select c.workspace_id, e.id, c.id, 'due', '2999-01-01', now()
     from changelog_entries e cross join lateral (
       select id, workspace_id from customers where workspace_id = e.workspace_id order by id limit 900) c where e.id = $1`,
    [unsentEntryId],
  )
  await pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
     select e.workspace_id, e.id, c.id, case when c.n % 2 = 0 then 'failed' else 'sent' end, e.published_at, e.published_at, e.published_at
     from (select *, row_number() over (partition by workspace_id order by id) as n from changelog_entries where id <> '${unsentEntryId}') e
     join (select *, row_number() over (order by id) as n from customers) c
       on c.workspace_id = e.workspace_id and e.n <= 5 and c.n % 5 = e.n % 5`,
  )
  await pool.query(
    `insert into changelog_entry_feedback (workspace_id, entry_id, feedback_id, position)
     select e.workspace_id, e.id, f.id, 1
     from (select *, row_number() over (partition by workspace_id order by id) as n from changelog_entries) e
     join (select *, row_number() over (partition by workspace_id order by id) as n from feedback) f
       on f.workspace_id = e.workspace_id and f.n = e.n`,
  )
}

/** Notifies a member of each workspace of every request. Half is read, and a fifth waits for a distant digest. */
async function insertInboxes({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at)
     select workspace_id, uuidv7(), $1, 'member', now() from workspaces`,
    [inboxMemberEmail],
  )
  await pool.query(
    `insert into member_notifications
       (workspace_id, id, member_id, kind, feedback_id, actor_type, created_at, read_at, mail_due_at)
     select f.workspace_id, uuidv7(), m.id, 'assigned', f.id, 'system', f.created_at,
       case when f.n % 2 = 0 then now() end, case when f.n % 5 = 1 then timestamptz '2999-01-01' end
     from (select *, row_number() over () as n from feedback) f
     join members m on m.workspace_id = f.workspace_id and m.email = $1`,
    [inboxMemberEmail],
  )
}
