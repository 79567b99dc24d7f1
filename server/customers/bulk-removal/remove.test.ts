import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { formTokenField, signInCustomer } from '../../test/clients/portal-client.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { listRemovalCandidates, listRemovalIds } from './candidates.ts'
import type { RemoveCustomersJob } from './queues.ts'
import { removeCustomerBatch, removeCustomers } from './remove.ts'

const app = await createTestApp()
const { pool } = app.database

const jobsOf = async ({ id }: TestWorkspace) =>
  (
    await pool.query<{ data: RemoveCustomersJob }>(
      `select data from pgboss.job where name = 'remove-customers' and data->>'workspaceId' = $1 order by created_on`,
      [id],
    )
  ).rows.map(({ data }) => data)

const runJob = (job: RemoveCustomersJob, signal = new AbortController().signal) =>
  removeCustomerBatch((id, work) => writeAsSystem(app, id, work), job, signal)

async function scene() {
  const acme = await app.workspace({ plan: 'free' })
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'known@x.example' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const fakes = await Promise.all(
    Array.from({ length: 6 }, (_, n) => signInCustomer(app, acme, { email: `fake${n}@x.example` })),
  )
  for (const fake of fakes) await fake.send(`/requests/${id}/vote`, { vote: 'cast' })
  await fakes[0]!.post(`/requests/${id}/comments`, { body: 'CANARY spam', ...formTokenField(acme) })
  await signInCustomer(app, acme, { externalId: 'from-token', email: 'token@x.example' })
  const state = async () => {
    const { votes, comments } = (await acme.api.get(`/feedback/${id}`)).body.data
    const { rows } = await pool.query('select tracked_customers from workspace_usage where workspace_id = $1', [
      acme.id,
    ])
    return { votes, comments, tracked: rows[0].tracked_customers }
  }
  return { acme, id, fakes, state }
}

const fromPortal = { from: null, until: null, isFromPortal: true }

test('finds a flood of fake accounts, and no customer whom the team, the API or a signed token named', async () => {
  const { acme, fakes } = await scene()
  const { rows, total } = await acme.write((tx) => listRemovalCandidates(tx, fromPortal))
  assert.deepEqual([new Set(rows.map(({ id }) => id)), total], [new Set(fakes.map((fake) => fake.customerId)), 6])
  assert.equal(
    rows.reduce((sum, row) => sum + row.votes, 0),
    6,
  )
  const later = { ...fromPortal, from: new Date(Date.now() + 60_000).toISOString() }
  const earlier = { ...fromPortal, until: new Date(Date.now() - 3_600_000).toISOString() }
  for (const filter of [later, earlier]) assert.deepEqual(await acme.write((tx) => listRemovalIds(tx, filter)), [])
  assert.equal((await acme.write((tx) => listRemovalIds(tx, { ...fromPortal, isFromPortal: false }))).length, 8)
})

test('removes accounts, votes and comments with exact counts, even with concurrent votes and when a job runs twice', async () => {
  const { acme, id, fakes, state } = await scene()
  assert.deepEqual(await state(), { votes: 7, comments: 1, tracked: 1 })
  const ids = await acme.write((tx) => listRemovalIds(tx, fromPortal))
  await acme.write((tx) => removeCustomers(asRole(tx, 'admin'), ids))
  const [job] = await jobsOf(acme)
  const people = await Promise.all([1, 2, 3].map((n) => signInCustomer(app, acme, { email: `real${n}@x.example` })))
  await Promise.all([
    runJob(job!),
    runJob(job!),
    ...people.map((person) => person.send(`/requests/${id}/vote`, { vote: 'cast' })),
    ...fakes.map((fake) => fake.send(`/requests/${id}/vote`, { vote: 'withdraw' })),
  ])
  assert.deepEqual(await state(), { votes: 4, comments: 0, tracked: 1 })
  const { rows } = await pool.query(
    `select count(*)::int as count, min(actor_type) as actor from audit_events
     where workspace_id = $1 and type = 'customer.deleted'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ count: 6, actor: 'member' }])
})

test('splits many accounts into jobs, and continues an aborted one later', async () => {
  const { acme, fakes, state } = await scene()
  const missing = Array.from({ length: 250 }, () => crypto.randomUUID())
  await acme.write((tx) => removeCustomers(asRole(tx, 'owner'), [...missing, fakes[0]!.customerId]))
  const jobs = await jobsOf(acme)
  assert.deepEqual(
    jobs.map(({ ids }) => ids.length).sort((a, b) => b - a),
    [100, 100, 51],
  )
  const last = jobs.find(({ ids }) => ids.includes(fakes[0]!.customerId))!
  await assert.rejects(runJob(last, AbortSignal.abort()))
  assert.equal((await state()).votes, 7)
  await runJob(last)
  assert.equal((await state()).votes, 6)
})

test('rejects members, an empty selection and more than ten thousand accounts', async () => {
  const { acme, fakes } = await scene()
  const remove = (role: 'member' | 'admin', ids: string[]) => acme.write((tx) => removeCustomers(asRole(tx, role), ids))
  await assert.rejects(remove('member', [fakes[0]!.customerId]), forbiddenError)
  await assert.rejects(remove('admin', []), /at least one/)
  await assert.rejects(remove('admin', Array(10_001).fill(fakes[0]!.customerId)), /at most 10000/)
})
