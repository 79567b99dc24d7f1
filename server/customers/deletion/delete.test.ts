import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postOwnComment } from '../../comments/post-own.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { lockCustomerCounter, startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { identifyCustomer, upsertVisitor } from '../identity/identify.ts'
import { deleteCustomer } from './delete.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const app = await createTestApp()
const { pool } = app.database

const ada = { email: 'ada@acme.test', name: 'Ada Lovelace', externalId: 'user-77' }
const bea = { email: 'bea@acme.test' }

const idOf = (acme: TestWorkspace, submitter: object) =>
  acme.write((tx) => identifyCustomer(tx, submitter as typeof ada, caps))

const countOf = async (table: string, column: string, id: string): Promise<number> =>
  (await pool.query(`select count(*) from ${table} where ${column} = $1`, [id])).rows[0].count

const used = async ({ api }: TestWorkspace) => (await api.get('/workspace')).body.data.limits.trackedCustomers.used

/** Creates a request by Ada, with a vote by Bea and a comment by Ada that the team has replied to. */
async function setUpCustomer() {
  const acme = await app.workspace()
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

/** Returns all rows of a workspace as text, except idempotency records, which expire. */
async function dumpWorkspace(workspaceId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'idempotency_records'`,
  )
  const tables = rows.map(({ name }) => pool.query(`select * from ${name} where workspace_id = $1`, [workspaceId]))
  return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows))
}

test('deletes all personal data of a customer, and keeps what they wrote as anonymous', async () => {
  const { acme, id, entry, adaId } = await setUpCustomer()
  const deleted = await acme.write((tx) => deleteCustomer(asRole(tx, 'admin'), adaId))
  assert.deepEqual(deleted, { id: adaId, requests: 1, votes: 1, comments: 2 })
  assert.doesNotMatch(await dumpWorkspace(acme.id), /ada@|Lovelace|user-77|acme\.test\/ada|"Ada"/)
  const { votes, comments, title } = (await acme.api.get(`/feedback/${id}`)).body.data
  assert.deepEqual([votes, comments, title], [1, 2, 'Dark mode'])
  const [first] = await acme.api.listAll(`/feedback/${id}/comments`)
  assert.deepEqual([first.body, first.author], ['Please', { type: 'anonymous', name: null }])
  const shown = (await acme.api.get(`/changelog/${entry.id}`)).body.data
  assert.deepEqual([shown.comments, shown.reactions], [1, {}])
  assert.equal(await countOf('notification_deliveries', 'customer_id', adaId), 0)
  assert.equal(await used(acme), 1)
})

test('withRequests deletes their requests, and their comments with the replies, and updates the counters', async () => {
  const { acme, id, entry, adaId } = await setUpCustomer()
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

test('erases the customer from merge snapshots', async () => {
  const { acme, id, adaId } = await setUpCustomer()
  const { id: into } = await acme.api.create('/feedback', { title: 'Night mode', submitter: bea })
  await acme.write((tx) => mergeFeedback(tx, id, into))
  await acme.write((tx) => deleteCustomer(tx, adaId))
  const dump = await dumpWorkspace(acme.id)
  assert.doesNotMatch(dump, /ada@|Lovelace|acme\.test\/ada|"Ada"/)
  const { rows } = await pool.query('select snapshot::text from feedback_merges where workspace_id = $1', [acme.id])
  assert.ok(!rows[0].snapshot.includes(adaId))
  assert.equal((await acme.api.get(`/feedback/${into}`)).body.data.votes, 1)
})

test('records the deletion in the audit log without personal data', async () => {
  const { acme, adaId } = await setUpCustomer()
  await acme.write((tx) => deleteCustomer(tx, adaId))
  const { rows } = await pool.query(`select changes from audit_events where target_id = $1 order by id desc limit 1`, [
    adaId,
  ])
  assert.deepEqual(rows[0].changes, { withRequests: false, requests: 1, votes: 1, comments: 2 })
})

test('releases the customer’s place under the plan’s cap exactly once', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await idOf(acme, ada)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.equal(await used(acme), 0)
  await assert.rejects(
    acme.write((tx) => deleteCustomer(tx, id)),
    { code: 'not_found' },
  )
  assert.equal(await used(acme), 0)
})

test('rejects members, and returns 404 for a customer of another workspace', async () => {
  const { acme, adaId } = await setUpCustomer()
  await assert.rejects(
    acme.write((tx) => deleteCustomer(asRole(tx, 'member'), adaId)),
    forbiddenError,
  )
  await assert.rejects(
    (await app.workspace()).write((tx) => deleteCustomer(tx, adaId)),
    { code: 'not_found' },
  )
  assert.equal(await countOf('customers', 'id', adaId), 1)
})

const countDeadlocks = async (): Promise<number> => {
  const { rows } = await pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  return rows[0].deadlocks
}

for (const withRequests of [false, true]) {
  test(`keeps counters correct without deadlocks during votes and comments${withRequests ? ', with requests' : ''}`, async () => {
    const acme = await app.workspace()
    const people = Array.from({ length: 6 }, (_, index) => ({ email: `c${index}@acme.test` }))
    const requests: string[] = []
    for (const submitter of people) requests.push((await acme.api.create('/feedback', { title: 'x', submitter })).id)
    const before = await countDeadlocks()
    const writes = requests.flatMap((id) =>
      people.flatMap((submitter) => [
        acme.write((tx) => addVote(tx, id, submitter, caps)).catch(assertNotFound),
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
    await Promise.all([...writes, ...deletions])
    const { rows } = await pool.query(
      `select f.votes, (select count(*) from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id) as real_votes,
         f.comments, (select count(*) from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id) as real_comments
       from feedback f where workspace_id = $1`,
      [acme.id],
    )
    for (const row of rows) assert.deepEqual([row.votes, row.comments], [row.real_votes, row.real_comments])
    assert.equal(await used(acme), await countOf('customers', 'workspace_id', acme.id))
    assert.equal(await countDeadlocks(), before)
  })
}

/** Publishes an entry and returns a function that comments on it as a customer. */
async function publishEntry(acme: TestWorkspace) {
  const { id } = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.post(`/changelog/${id}/publish`)
  const thread = { of: 'entry_id' as const, id }
  const comment = (body: string, customerId: string) => (tx: WriteScope) =>
    postOwnComment({ ...tx, actor: { type: 'customer', id: customerId } }, thread, { body }, { customerId, caps })
  return { id, comment }
}

test('releases the place of a customer who posts a first comment during the deletion', async () => {
  const acme = await app.workspace()
  const { comment } = await publishEntry(acme)
  const adaId = await acme.write((tx) => upsertVisitor(tx, ada))
  // The comment has reserved the place and waits to lock the customer.
  const customerLock = await startBlockingTransaction(app, 'select from customers where id = $1 for no key update', [
    adaId,
  ])
  const commenting = acme.write(comment('Thanks', adaId))
  await waitForBlockedConnections(app)
  const deletion = acme.write((tx) => deleteCustomer(tx, adaId))
  await waitForBlockedConnections(app, 2)
  await customerLock.release()
  await Promise.all([commenting, deletion])
  assert.equal(await countOf('customers', 'id', adaId), 0)
  assert.equal(await used(acme), 0)
})

test('locks an entry that the customer comments on during the deletion, in the same order as comments do', async () => {
  const acme = await app.workspace()
  const { id, comment } = await publishEntry(acme)
  const adaId = await idOf(acme, ada)
  let attempts = 0
  const countAttempts = <T>(work: (tx: WriteScope) => Promise<T>) =>
    acme.write((tx) => {
      attempts++
      return work(tx)
    })
  const counterLock = await lockCustomerCounter(app, acme.id)
  const deletion = countAttempts((tx) => deleteCustomer(tx, adaId, { withRequests: true }))
  await waitForBlockedConnections(app)
  await countAttempts(comment('Thanks', adaId))
  const entryLock = await startBlockingTransaction(
    app,
    'select from changelog_entries where id = $1 for no key update',
    [id],
  )
  const second = countAttempts(comment('Thanks again', adaId))
  await waitForBlockedConnections(app, 2)
  await counterLock.release()
  await waitForBlockedConnections(app, 2)
  await entryLock.release()
  await Promise.all([deletion, second])
  // A deadlock would have been retried as a fourth attempt.
  assert.equal(attempts, 3)
  assert.equal((await acme.api.get(`/changelog/${id}`)).body.data.comments, 0)
})

/** A request may be deleted before a customer votes for it. */
function assertNotFound(error: { code?: string }): void {
  assert.equal(error.code, 'not_found')
}
