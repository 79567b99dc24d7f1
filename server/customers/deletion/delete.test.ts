import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postOwnComment } from '../../comments/post-own.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { identifyCustomer, upsertVisitor } from '../identity/identify.ts'
import { deleteCustomer } from './delete.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const world = await createTestApp()
const { pool } = world.database

const ada = { email: 'ada@acme.test', name: 'Ada Lovelace', externalId: 'user-77' }
const bea = { email: 'bea@acme.test' }

const idOf = (acme: TestWorkspace, submitter: object) =>
  acme.write((tx) => identifyCustomer(tx, submitter as typeof ada, caps))

const countOf = async (table: string, column: string, id: string): Promise<number> =>
  (await pool.query(`select count(*) from ${table} where ${column} = $1`, [id])).rows[0].count

const used = async ({ api }: TestWorkspace) => (await api.get('/workspace')).body.data.limits.trackedCustomers.used

/** A request of Ada's for which Bea voted, with a comment of Ada's that the team has answered. */
async function scene() {
  const acme = await world.workspace()
  const context = { sourceUrl: 'https://acme.test/ada', metadata: { user: 'Ada' } }
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: ada, ...context })
  await acme.write((tx) => addVote(tx, id, bea, caps))
  const comment = await acme.api.create(`/feedback/${id}/comments`, { body: 'Please', submitter: ada })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Soon', kind: 'staff_reply', parentId: comment.id })
  const entry = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks', submitter: ada })
  const adaId = await idOf(acme, ada)
  await pool.query(`insert into changelog_reactions values ($1, $2, $3, '🎉', now())`, [acme.id, entry.id, adaId])
  await pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
     values ($1, $2, $3, 'sent', now(), now(), now())`,
    [acme.id, entry.id, adaId],
  )
  return { acme, id, entry, adaId }
}

/** Everything that the database holds of a workspace, as text; answers kept for repeats go by themselves. */
async function everythingOf(workspaceId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'idempotency_records'`,
  )
  const tables = rows.map(({ name }) => pool.query(`select * from ${name} where workspace_id = $1`, [workspaceId]))
  return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows))
}

test('what is known of a customer goes, everywhere; what they wrote stays as nobody’s', async () => {
  const { acme, id, entry, adaId } = await scene()
  const deleted = await acme.write((tx) => deleteCustomer(asRole(tx, 'admin'), adaId))
  assert.deepEqual(deleted, { id: adaId, requests: 1, votes: 1, comments: 2 })
  assert.doesNotMatch(await everythingOf(acme.id), /ada@|Lovelace|user-77|acme\.test\/ada|"Ada"/)
  const { votes, comments, title } = (await acme.api.get(`/feedback/${id}`)).body.data
  assert.deepEqual([votes, comments, title], [1, 2, 'Dark mode'])
  const [first] = await acme.api.listAll(`/feedback/${id}/comments`)
  assert.deepEqual([first.body, first.author], ['Please', { type: 'anonymous', name: null }])
  const shown = (await acme.api.get(`/changelog/${entry.id}`)).body.data
  assert.deepEqual([shown.comments, shown.reactions], [1, {}])
  assert.equal(await countOf('notification_deliveries', 'customer_id', adaId), 0)
  assert.equal(await used(acme), 1)
})

test('with their requests, those go as well, and comments with the replies to them; counters stay true', async () => {
  const { acme, id, entry, adaId } = await scene()
  const other = await acme.api.create('/feedback', { title: 'Light mode', submitter: bea })
  const comment = await acme.api.create(`/feedback/${other.id}/comments`, { body: 'No', submitter: ada })
  await acme.api.create(`/feedback/${other.id}/comments`, { body: 'Why?', parentId: comment.id })
  await acme.api.create(`/feedback/${other.id}/comments`, { body: 'I like it' })
  const deleted = await acme.write((tx) => deleteCustomer(tx, adaId, { withRequests: true }))
  assert.deepEqual(deleted, { id: adaId, requests: 1, votes: 1, comments: 3 })
  assert.equal((await acme.api.get(`/feedback/${id}`)).status, 404)
  assert.equal((await acme.api.get(`/feedback/${other.id}`)).body.data.comments, 1)
  assert.equal((await acme.api.get(`/changelog/${entry.id}`)).body.data.comments, 0)
  assert.equal(await used(acme), 1)
})

test('a request that was merged keeps nothing of the customer either', async () => {
  const { acme, id, adaId } = await scene()
  const { id: into } = await acme.api.create('/feedback', { title: 'Night mode', submitter: bea })
  await acme.write((tx) => mergeFeedback(tx, id, into))
  await acme.write((tx) => deleteCustomer(tx, adaId))
  const kept = await everythingOf(acme.id)
  assert.doesNotMatch(kept, /ada@|Lovelace|acme\.test\/ada|"Ada"/)
  const { rows } = await pool.query('select snapshot::text from feedback_merges where workspace_id = $1', [acme.id])
  assert.ok(!rows[0].snapshot.includes(adaId))
  assert.equal((await acme.api.get(`/feedback/${into}`)).body.data.votes, 1)
})

test('the trail says that a customer was deleted, and by its own words nothing of who it was', async () => {
  const { acme, adaId } = await scene()
  await acme.write((tx) => deleteCustomer(tx, adaId))
  const { rows } = await pool.query(`select changes from audit_events where target_id = $1 order by id desc limit 1`, [
    adaId,
  ])
  assert.deepEqual(rows[0].changes, { withRequests: false, requests: 1, votes: 1, comments: 2 })
})

test('a place under the plan’s cap is free again', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const id = await idOf(acme, ada)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.equal(await used(acme), 0)
  await assert.rejects(
    acme.write((tx) => deleteCustomer(tx, id)),
    { code: 'not_found' },
  )
  assert.equal(await used(acme), 0)
})

test('members delete nobody, and strangers have no such customer', async () => {
  const { acme, adaId } = await scene()
  await assert.rejects(
    acme.write((tx) => deleteCustomer(asRole(tx, 'member'), adaId)),
    forbiddenError,
  )
  await assert.rejects(
    (await world.workspace()).write((tx) => deleteCustomer(tx, adaId)),
    { code: 'not_found' },
  )
  assert.equal(await countOf('customers', 'id', adaId), 1)
})

const deadlocks = async (): Promise<number> => {
  const { rows } = await pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  return rows[0].deadlocks
}

for (const withRequests of [false, true]) {
  test(`while everybody votes and comments${withRequests ? ', with their requests' : ''}: counters are true, nothing deadlocks`, async () => {
    const acme = await world.workspace()
    const people = Array.from({ length: 6 }, (_, index) => ({ email: `c${index}@acme.test` }))
    const requests: string[] = []
    for (const submitter of people) requests.push((await acme.api.create('/feedback', { title: 'x', submitter })).id)
    const before = await deadlocks()
    const acts = requests.flatMap((id) =>
      people.flatMap((submitter) => [
        acme.write((tx) => addVote(tx, id, submitter, caps)).catch(onlyGone),
        acme.api.post(`/feedback/${id}/comments`, { body: 'Yes', submitter }),
      ]),
    )
    const deletions = people.slice(0, 4).map(async (submitter) => {
      const { rows } = await pool.query('select id from customers where workspace_id = $1 and email = $2', [
        acme.id,
        submitter.email,
      ])
      await acme.write((tx) => deleteCustomer(tx, rows[0].id, { withRequests }))
    })
    await Promise.all([...acts, ...deletions])
    const { rows } = await pool.query(
      `select f.votes, (select count(*) from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id) as real_votes,
         f.comments, (select count(*) from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id) as real_comments
       from feedback f where workspace_id = $1`,
      [acme.id],
    )
    for (const row of rows) assert.deepEqual([row.votes, row.comments], [row.real_votes, row.real_comments])
    assert.equal(await used(acme), await countOf('customers', 'workspace_id', acme.id))
    assert.equal(await deadlocks(), before)
  })
}

/** A published entry that a customer comments on themselves. */
async function published(acme: TestWorkspace) {
  const { id } = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.post(`/changelog/${id}/publish`)
  const thread = { of: 'entry_id' as const, id }
  const say = (body: string, customerId: string) => (tx: WriteScope) =>
    postOwnComment({ ...tx, actor: { type: 'customer', id: customerId } }, thread, { body }, { customerId, caps })
  return { id, say }
}

test('who first takes part while they are deleted gives back the place that they take meanwhile', async () => {
  const acme = await world.workspace()
  const { say } = await published(acme)
  const adaId = await acme.write((tx) => upsertVisitor(tx, ada))
  // The comment has taken its place, and waits to write down whose it is.
  const customer = await startBlockingTransaction(world, 'select from customers where id = $1 for no key update', [
    adaId,
  ])
  const comment = acme.write(say('Thanks', adaId))
  await waitForBlockedConnections(world)
  const deletion = acme.write((tx) => deleteCustomer(tx, adaId))
  await waitForBlockedConnections(world, 2)
  await customer.release()
  await Promise.all([comment, deletion])
  assert.equal(await countOf('customers', 'id', adaId), 0)
  assert.equal(await used(acme), 0)
})

test('an entry that they come to comment on while they are deleted is held before them, as by their comments', async () => {
  const acme = await world.workspace()
  const { id, say } = await published(acme)
  const adaId = await idOf(acme, ada)
  let tries = 0
  const counted = <T>(act: (tx: WriteScope) => Promise<T>) =>
    acme.write((tx) => {
      tries++
      return act(tx)
    })
  const counter = await startBlockingTransaction(
    world,
    'select from workspaces where workspace_id = $1 for no key update',
    [acme.id],
  )
  const deletion = counted((tx) => deleteCustomer(tx, adaId, { withRequests: true }))
  await waitForBlockedConnections(world)
  await counted(say('Thanks', adaId))
  const entry = await startBlockingTransaction(world, 'select from changelog_entries where id = $1 for no key update', [
    id,
  ])
  const second = counted(say('Thanks again', adaId))
  await waitForBlockedConnections(world, 2)
  await counter.release()
  await waitForBlockedConnections(world, 2)
  await entry.release()
  await Promise.all([deletion, second])
  // What deadlocks is tried once more.
  assert.equal(tries, 3)
  assert.equal((await acme.api.get(`/changelog/${id}`)).body.data.comments, 0)
})

/** Requests may be deleted before somebody votes for them. */
function onlyGone(error: { code?: string }): void {
  assert.equal(error.code, 'not_found')
}
