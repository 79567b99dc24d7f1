import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { upsertVisitor } from '../customers/identity/identify.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { updatePreferences } from '../notifications/preferences/preferences.ts'
import { subscribedPreferences } from '../notifications/preferences/subscription.ts'
import { createCustomerSession } from '../portal/auth/session.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { applyRetention } from './apply.ts'
import { isExpiredCustomer, previewRetention } from './expired.ts'
import { getRetention, type RetentionSettings, updateRetention } from './settings.ts'

const app = await createTestApp()
const { pool } = app.database
const never = new AbortController().signal
const off: RetentionSettings = { inactiveMonths: null, visitorDays: null, contextMonths: null }
const run = (signal = never) => applyRetention(app, signal)

const setRetention = (acme: TestWorkspace, changes: Partial<RetentionSettings>) =>
  acme.write((tx) => updateRetention(tx, { ...off, ...changes }))

const preview = (acme: TestWorkspace) => acme.write(async (scope) => previewRetention(scope, await getRetention(scope)))

const submitter = (name: string) => ({ email: `${name}@example.com` })

const request = async ({ api }: TestWorkspace, name?: string): Promise<string> =>
  (await api.create('/feedback', { title: 'Dark mode', ...(name && { submitter: submitter(name) }) })).id

/** Moves everything of a workspace into the past; what a test does afterwards is recent. */
async function age({ id }: TestWorkspace, interval = '13 months'): Promise<void> {
  const columns: Record<string, string[]> = {
    customers: ['created_at'],
    feedback: ['created_at', 'updated_at'],
    votes: ['created_at'],
    comments: ['created_at'],
    customer_sessions: ['created_at', 'expires_at'],
    consents: ['created_at'],
    feedback_merges: ['merged_at'],
  }
  for (const [table, names] of Object.entries(columns)) {
    const changes = names.map((name) => `${name} = ${name} - $2::interval`).join(', ')
    await pool.query(`update ${table} set ${changes} where workspace_id = $1`, [id, interval])
  }
}

const customersOf = async ({ id }: TestWorkspace): Promise<string[]> =>
  (await pool.query('select email from customers where workspace_id = $1 order by email', [id])).rows.map(
    ({ email }) => email.split('@')[0],
  )

const used = async ({ api }: TestWorkspace) => (await api.get('/workspace')).body.data.limits.trackedCustomers.used

const visitor = (acme: TestWorkspace, name: string) => acme.write((tx) => upsertVisitor(tx, submitter(name)))

const subscribe = (acme: TestWorkspace, id: string) =>
  acme.write((tx) =>
    updatePreferences(tx, id, subscribedPreferences, { surface: 'portal', page: 'sign-in', host: 'x', wording: 'Yes' }),
  )

test('deletes nothing while all rules are off', async () => {
  const acme = await app.workspace()
  await request(acme, 'ada')
  await visitor(acme, 'bea')
  await age(acme, '10 years')
  assert.deepEqual(await preview(acme), { inactive: 0, visitors: 0, requests: 0 })
  await run()
  assert.deepEqual(await customersOf(acme), ['ada', 'bea'])
})

test('keeps blocked people and visitors with a waiting comment, and keeps guests on the list of a private portal', async () => {
  const acme = await app.workspace()
  const id = await request(acme)
  for (const name of ['waiting', 'blocked', 'guest']) await visitor(acme, name)
  await age(acme)
  await pool.query(
    `insert into pending_comments (workspace_id, id, feedback_id, customer_id, body, status, created_at)
     select workspace_id, gen_random_uuid(), $2, id, 'Hello', 'pending', now() from customers
     where workspace_id = $1 and email = 'waiting@example.com'`,
    [acme.id, id],
  )
  await pool.query(
    `update customers set blocked_at = now() where workspace_id = $1 and email = 'blocked@example.com'`,
    [acme.id],
  )
  await pool.query(
    `update workspaces set portal_access = 'private', portal_allowed_emails = '{guest@example.com}' where workspace_id = $1`,
    [acme.id],
  )
  await setRetention(acme, { visitorDays: 30, inactiveMonths: 12 })
  await run()
  assert.deepEqual(await customersOf(acme), ['blocked', 'waiting'])
  const { rows } = await pool.query('select portal_allowed_emails as listed from workspaces where workspace_id = $1', [
    acme.id,
  ])
  assert.deepEqual(rows, [{ listed: ['guest@example.com'] }])
})

test('goes on with the other workspaces when one fails, and then reports the failure', async () => {
  const all = [await app.workspace(), await app.workspace(), await app.workspace()]
  for (const acme of all) {
    await visitor(acme, 'idle')
    await age(acme)
    await setRetention(acme, { visitorDays: 30 })
  }
  const [broken, ...others] = all.sort((a, b) => (a.id < b.id ? -1 : 1))
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'Refused'; end $$`)
  await pool.query(`create trigger refuse before delete on customers for each row
    when (old.workspace_id = '${broken!.id}') execute function refuse()`)
  await assert.rejects(run(), new RegExp(`Data retention failed for ${broken!.id}`))
  await pool.query('drop trigger refuse on customers')
  for (const acme of others) assert.deepEqual(await customersOf(acme), [])
  assert.deepEqual(await customersOf(broken!), ['idle'])
  await run()
  assert.deepEqual(await customersOf(broken!), [])
})

test('deletes inactive customers, corrects counters, and keeps what they wrote without their name', async () => {
  const acme = await app.workspace()
  const id = await request(acme, 'old')
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Please', submitter: submitter('old') })
  for (const name of ['voter', 'commenter', 'submitter', 'reader', 'subscriber']) await request(acme, name)
  const ids = new Map<string, string>()
  for (const row of (await pool.query('select id, email from customers where workspace_id = $1', [acme.id])).rows)
    ids.set(row.email.split('@')[0], row.id)
  await subscribe(acme, ids.get('subscriber')!)
  await age(acme)
  // Each kind of action now counts as activity on its own.
  await pool.query('insert into votes values ($1, $2, $3, now())', [acme.id, id, ids.get('voter')])
  await pool.query('update feedback set votes = votes + 1 where id = $1', [id])
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Yes', submitter: submitter('commenter') })
  await request(acme, 'submitter')
  await acme.write(async (tx) => createCustomerSession(tx, ids.get('reader')!))
  await setRetention(acme, { inactiveMonths: 12 })
  assert.deepEqual(await preview(acme), { inactive: 1, visitors: 0, requests: 0 })

  const before = await used(acme)
  assert.equal((await run()).customers, 1)
  assert.deepEqual(await customersOf(acme), ['commenter', 'reader', 'submitter', 'subscriber', 'voter'])
  const { votes, comments, title } = (await acme.api.get(`/feedback/${id}`)).body.data
  assert.deepEqual([title, votes, comments, await used(acme)], ['Dark mode', 1, 2, before - 1])
  const [first] = await acme.api.listAll(`/feedback/${id}/comments`)
  assert.deepEqual([first.body, first.author.name], ['Please', null])
  const { rows } = await pool.query(
    `select actor_type from audit_events where target_id = $1 and type = 'customer.deleted'`,
    [ids.get('old')],
  )
  assert.deepEqual(rows, [{ actor_type: 'system' }])

  assert.deepEqual(await run(), { customers: 0, requests: 0 })
  assert.equal((await preview(acme)).inactive, 0)
})

test('deletes only visitors who came by themselves and never took part', async () => {
  const acme = await app.workspace()
  await acme.write(async (tx) => createCustomerSession(tx, await upsertVisitor(tx, submitter('idle'))))
  await subscribe(acme, await visitor(acme, 'subscriber'))
  const voter = await visitor(acme, 'voter')
  const merged = await visitor(acme, 'merged')
  const back = await visitor(acme, 'back')
  const [source, target] = [await request(acme), await request(acme, 'api')]
  for (const [id, customer] of [
    [target, voter],
    [source, merged],
  ])
    await pool.query('insert into votes values ($1, $2, $3, now())', [acme.id, id, customer])
  await acme.write((tx) => mergeFeedback(tx, source, target))
  // Only the snapshot of the merged request names this voter.
  await pool.query('delete from votes where customer_id = $1', [merged])
  await acme.api.delete(`/feedback/${await request(acme, 'gone')}`)
  await age(acme, '31 days')
  await visitor(acme, 'recent')
  await acme.write(async (tx) => createCustomerSession(tx, back))
  await setRetention(acme, { visitorDays: 30 })
  assert.deepEqual(await preview(acme), { inactive: 0, visitors: 1, requests: 0 })
  assert.equal((await run()).customers, 1)
  assert.deepEqual(await customersOf(acme), ['api', 'back', 'gone', 'merged', 'recent', 'subscriber', 'voter'])
})

test('uses indexes to find the merges that name a customer, instead of reading every snapshot for each customer', async () => {
  const acme = await app.workspace()
  const target = await request(acme)
  await pool.query(
    `insert into feedback_merges (workspace_id, feedback_id, into_id, title, snapshot, merged_by_type, merged_at)
     select $1, gen_random_uuid(), $2, 'x', jsonb_build_object('context', jsonb_build_object('customer_id', gen_random_uuid()),
       'votes', jsonb_build_array(jsonb_build_object('key', gen_random_uuid()))), 'system', now()
     from generate_series(1, 3000)`,
    [acme.id, target],
  )
  await pool.query('analyze feedback_merges')
  const now = new Date().toISOString()
  for (const limits of [
    { inactiveMonths: 1, visitorDays: null },
    { inactiveMonths: null, visitorDays: 1 },
  ]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select c.id from customers c
      where c.workspace_id = ${acme.id} and ${isExpiredCustomer(limits, now)}`.execute(app.database.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Scan on feedback_merges_submitter[\s\S]*Index Scan on feedback_merges_voters/)
    assert.doesNotMatch(plan, /Seq Scan on feedback_merges/)
  }
})

test('deletes source addresses and metadata of old completed and closed requests, also in merges', async () => {
  const acme = await app.workspace()
  const context = { sourceUrl: 'https://canary.test/', metadata: { plan: 'canary' }, submitter: submitter('ada') }
  const create = async (stage: string) => {
    const { id } = await acme.api.create('/feedback', { title: stage, ...context })
    await acme.api.patch(`/feedback/${id}/stage`, { stage })
    return id as string
  }
  const [closed, done, open] = [await create('closed'), await create('completed'), await create('planned')]
  const source = await create('planned')
  await acme.write((tx) => mergeFeedback(tx, source, done))
  await age(acme)
  const recent = await create('closed')
  await setRetention(acme, { contextMonths: 12 })
  assert.deepEqual(await preview(acme), { inactive: 0, visitors: 0, requests: 2 })
  assert.deepEqual(await run(), { customers: 0, requests: 2 })
  assert.deepEqual(await run(), { customers: 0, requests: 0 })
  const { rows } = await pool.query(
    `select feedback_id as id, customer_id is not null as named, source_url, metadata->>'plan' as plan
     from feedback_context where workspace_id = $1 order by array_position($2::uuid[], feedback_id)`,
    [acme.id, [closed, done, open, recent]],
  )
  const kept = { named: true, source_url: 'https://canary.test/', plan: 'canary' }
  const cleared = { named: true, source_url: null, plan: null }
  assert.deepEqual(rows, [
    { id: closed, ...cleared },
    { id: done, ...cleared },
    { id: open, ...kept },
    { id: recent, ...kept },
  ])
  const snapshots = await pool.query('select snapshot::text as text from feedback_merges where workspace_id = $1', [
    acme.id,
  ])
  assert.doesNotMatch(snapshots.rows[0].text, /canary/)
})

test('spares a customer who takes part between the lookup and the deletion', async () => {
  const acme = await app.workspace()
  const id = await request(acme, 'ada')
  await age(acme)
  await setRetention(acme, { inactiveMonths: 12 })
  const { rows } = await pool.query('select id from customers where workspace_id = $1', [acme.id])
  // The deletion waits for the request, while the customer comments on it.
  const vote = await startBlockingTransaction(
    app,
    `with locked as (select id from feedback where id = $1 for update)
     update votes set created_at = now() where feedback_id in (select id from locked)`,
    [id],
  )
  const running = run()
  await waitForBlockedConnections(app)
  await vote.release()
  assert.equal((await running).customers, 0)
  assert.deepEqual(await customersOf(acme), ['ada'])
  assert.equal(rows.length, 1)
  assert.equal(await used(acme), 1)
})

test('stops between two customers when aborted, and continues in the next run', async () => {
  const acme = await app.workspace()
  for (let n = 0; n < 5; n++) await request(acme, `c${n}`)
  await age(acme)
  await setRetention(acme, { inactiveMonths: 12 })
  assert.deepEqual(await run(AbortSignal.abort()), { customers: 0, requests: 0 })
  const [first, second] = await Promise.all([run(), run()])
  assert.equal(first.customers + second.customers, 5)
  assert.deepEqual([await customersOf(acme), await used(acme)], [[], 0])
})

test('lets owners and admins change the settings, and audits each change', async () => {
  const acme = await app.workspace()
  await assert.rejects(
    acme.write((tx) => updateRetention(asRole(tx, 'member'), { ...off, inactiveMonths: 1 })),
    forbiddenError,
  )
  await acme.write((tx) => updateRetention(asRole(tx, 'admin'), { ...off, inactiveMonths: 24 }))
  await acme.write((tx) => updateRetention(asRole(tx, 'admin'), { ...off, inactiveMonths: 24 }))
  assert.deepEqual(await acme.write(getRetention), { ...off, inactiveMonths: 24 })
  const { rows } = await pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'workspace.retention_updated'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ changes: { inactiveMonths: [null, 24] } }])
})
