import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportContent } from '../../reports/report.ts'
import {
  createPortalClient,
  formTokenField,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { removeCustomerContent } from '../deletion/delete.ts'
import { renameSelf } from '../self/rename.ts'
import { admitCustomer } from '../tracking/take-part.ts'
import { blockCustomer, unblockCustomer } from './block.ts'

const app = await createTestApp()
const { pool } = app.database

async function approvedRequest({ api }: TestWorkspace, title = 'Dark mode'): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const vote = (client: PortalClient, id: string, vote = 'cast') => client.send(`/requests/${id}/vote`, { vote })
const comment = (client: PortalClient, acme: TestWorkspace, id: string, body: string) =>
  client.post(`/requests/${id}/comments`, { body, ...formTokenField(acme) })

test('lets a blocked customer read but not write, after a new sign-in too, and write again once unblocked', async () => {
  const acme = await app.workspace()
  const id = await approvedRequest(acme)
  const entry = await acme.api.create('/changelog', { title: 'News', reactionsEnabled: true })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  const eve = await signInCustomer(app, acme, { email: 'eve@x.example', name: 'Eve' })
  await acme.write((tx) => blockCustomer(asRole(tx, 'member'), eve.customerId))
  const again = await signInCustomer(app, acme, { email: 'eve@x.example' })
  assert.equal(again.customerId, eve.customerId)
  for (const client of [eve, again]) {
    assert.equal((await client.get(`/requests/${id}`)).status, 200)
    const form = { board: 'feature-requests', title: 'Mine', description: '', seen: 'yes', ...formTokenField(acme) }
    const refused = [
      await vote(client, id),
      await comment(client, acme, id, 'Hello'),
      await client.post('/requests/new', form),
      await client.send(`/changelog/${entry.id}/reaction`, { emoji: '👍', reaction: 'add' }),
      await client.post(`/requests/${id}/report`, { reason: 'spam' }),
    ]
    assert.deepEqual([...new Set(refused.slice(0, 3).map(({ status }) => status))], [403])
    for (const answer of refused.filter(({ status }) => status === 403))
      assert.match(answer.text, /has blocked your account/)
    assert.equal(refused[4]!.status, 403)
  }
  const asEve = <T>(work: (tx: Parameters<typeof renameSelf>[0]) => Promise<T>) =>
    acme.write((tx) => work({ ...tx, actor: { type: 'customer', id: eve.customerId } }))
  await assert.rejects(
    asEve((tx) => renameSelf(tx, eve.customerId, 'Grace')),
    forbiddenError,
  )
  await assert.rejects(
    asEve((tx) => reportContent(tx, { of: 'feedback_id', id }, 'spam', eve.customerId)),
    forbiddenError,
  )
  assert.equal((await eve.get('/me/data.json')).status, 200)
  await acme.write((tx) => unblockCustomer(tx, eve.customerId))
  assert.equal((await vote(eve, id)).status, 200)
  const { rows } = await pool.query(
    `select type from audit_events where workspace_id = $1 and type like 'customer.%blocked' order by id`,
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['customer.blocked', 'customer.unblocked'],
  )
})

test('removes what a blocked customer wrote, with exact counts under concurrent votes and comments', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const ids = [
    await approvedRequest(acme, 'One'),
    await approvedRequest(acme, 'Two'),
    await approvedRequest(acme, 'Three'),
  ]
  // Known to the product, so that they count toward the plan.
  const eve = await signInCustomer(app, acme, { externalId: 'eve', email: 'eve@x.example' })
  const people = await Promise.all(
    [1, 2, 3, 4].map((n) => signInCustomer(app, acme, { externalId: `p${n}`, email: `p${n}@x.example` })),
  )
  await Promise.all(ids.flatMap((id) => [vote(eve, id), comment(eve, acme, id, 'CANARY-8 spam')]))
  const removal = acme.write(async (tx) => {
    await removeCustomerContent(tx, eve.customerId)
    await blockCustomer(tx, eve.customerId)
  })
  await Promise.all([
    removal,
    ...people.flatMap((person) => ids.map((id) => vote(person, id))),
    ...ids.map((id) => comment(eve, acme, id, 'CANARY-8 more')),
    ...ids.map((id) => vote(eve, id)),
    ...people.map((person) => comment(person, acme, ids[0]!, 'Fine')),
  ])
  const page = (await createPortalClient(app, acme).get(`/requests/${ids[0]}`)).text
  assert.doesNotMatch(page, /CANARY-8/)
  const { rows } = await pool.query(
    `select f.votes, f.comments,
       (select count(*)::int from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id) as real_votes,
       (select count(*)::int from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id) as real_comments,
       (select count(*)::int from votes v where v.feedback_id = f.id and v.customer_id = $2) as of_eve
     from feedback f where f.workspace_id = $1`,
    [acme.id, eve.customerId],
  )
  assert.equal(rows.length, 3)
  for (const row of rows)
    assert.deepEqual(row, { ...row, votes: row.real_votes, comments: row.real_comments, of_eve: 0 })
  const { rows: tracked } = await pool.query(
    `select w.tracked_customers as counted,
       (select count(*)::int from customers c where c.workspace_id = w.workspace_id and c.is_tracked) as real,
       (select is_tracked from customers c where c.id = $2) as of_eve
     from workspace_usage w where w.workspace_id = $1`,
    [acme.id, eve.customerId],
  )
  assert.deepEqual(tracked, [{ counted: 4, real: 4, of_eve: false }])
})

test('lets every team member block, and only owners and admins remove what a customer wrote', async () => {
  const acme = await app.workspace()
  const { customerId } = await signInCustomer(app, acme, { email: 'eve@x.example' })
  await acme.write((tx) => blockCustomer(asRole(tx, 'member'), customerId))
  await assert.rejects(
    acme.write((tx) => removeCustomerContent(asRole(tx, 'member'), customerId)),
    forbiddenError,
  )
  await acme.write((tx) => removeCustomerContent(asRole(tx, 'admin'), customerId))
})

test('takes no place under the plan for a blocked customer who comes back with a token', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approvedRequest(acme)
  const eve = await signInCustomer(app, acme, { externalId: 'eve', email: 'eve@x.example' })
  await vote(eve, id)
  await acme.write(async (tx) => {
    await removeCustomerContent(tx, eve.customerId)
    await blockCustomer(tx, eve.customerId)
    await admitCustomer(tx, eve.customerId, { free: 100, starter: null, growth: null })
  })
  const { rows } = await pool.query('select tracked_customers from workspace_usage where workspace_id = $1', [acme.id])
  assert.deepEqual(rows, [{ tracked_customers: 0 }])
})
