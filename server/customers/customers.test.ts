import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setCustomerMail } from '../notifications/preferences/set-customer-mail.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import { addCustomers } from '../test/fixtures/deliveries.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { createCustomer } from './create.ts'
import { getCustomerDetail } from './detail.ts'
import { exportCustomers, recordExport } from './export.ts'
import { upsertVisitor } from './identity/identify.ts'
import { type CustomerFilter, countCustomers, listCustomers } from './list.ts'
import { getCustomerUsage } from './tracking/usage.ts'
import { updateCustomer } from './update.ts'

const caps = { free: 3, starter: 10, growth: null }
const world = await createTestApp({ caps })
const signer = new Signer('a key that only this test has, and long enough', 'cursors')

async function list(acme: TestWorkspace, query: CustomerFilter = {}) {
  const rows = []
  let cursor: string | undefined
  do {
    const filter = { limit: 2, ...query, ...(cursor !== undefined && { cursor }) }
    const { data, pagination } = await acme.write((scope) => listCustomers(scope, filter, signer))
    rows.push(...data)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

const add = (acme: TestWorkspace, input: object) => acme.write((tx) => createCustomer(tx, input, caps))

test('customers are listed newest first with what they did, and found by name, address and external id', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'x', submitter: { email: 'ada@acme.test', name: 'Ada' } })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Yes', submitter: { email: 'ada@acme.test' } })
  await add(acme, { externalId: 'user_7', name: '100% Bea' })
  await add(acme, { email: 'cleo@acme.test' })
  const rows = await list(acme)
  assert.deepEqual(
    rows.map(({ name, email, requests, votes, comments }) => [name ?? email, requests, votes, comments]),
    [
      ['cleo@acme.test', 0, 0, 0],
      ['100% Bea', 0, 0, 0],
      ['Ada', 1, 1, 1],
    ],
  )
  const found = async (search: string) => (await list(acme, { search })).map(({ name, email }) => name ?? email)
  assert.deepEqual(await found('ADA'), ['Ada'])
  assert.deepEqual(await found('user_'), ['100% Bea'])
  assert.deepEqual(await found('%'), ['100% Bea'])
  assert.deepEqual(await found('acme.test'), ['cleo@acme.test', 'Ada'])
  assert.deepEqual(await list(await world.workspace()), [])
})

test('who only signed in or subscribed is listed and exported as such, and takes no place under the cap', async () => {
  const acme = await world.workspace({ plan: 'free' })
  await add(acme, { email: 'ada@acme.test' })
  const bea = await acme.write((tx) => upsertVisitor(tx, { email: 'bea@acme.test' }))
  await acme.write((tx) => upsertVisitor(tx, { email: 'cleo@acme.test' }))
  await world.database.pool.query('update customers set notify_changelog = true where id = $1', [bea])
  const rows = await list(acme)
  assert.deepEqual(
    rows.map(({ email, standing }) => [email, standing]),
    [
      ['cleo@acme.test', 'signed_in'],
      ['bea@acme.test', 'subscribed'],
      ['ada@acme.test', 'tracked'],
    ],
  )
  assert.equal((await acme.write((scope) => getCustomerDetail(scope, bea))).standing, 'subscribed')
  assert.equal(await acme.write(countCustomers), 3)
  assert.equal((await acme.write((scope) => getCustomerUsage(scope, caps))).used, 1)
  const ends = (await exported(acme)).slice(1).map((line) => line.trim().split(',').at(-1))
  assert.deepEqual(ends, ['yes', 'no', 'no'])
})

test('who opted out and whose address stopped are listed apart; the team stops and resumes mail', async () => {
  const acme = await world.workspace()
  const [{ id }, stopped] = [await add(acme, { email: 'ada@a.test' }), await add(acme, { email: 'bea@a.test' })]
  await world.database.pool.query('update customers set mail_bounced_at = now() where id = $1', [stopped.id])
  await acme.write((tx) => setCustomerMail(asRole(tx, 'member'), id, 'opt_out'))
  const ids = async (filter: 'opted_out' | 'stopped') => (await list(acme, { filter })).map((row) => row.id)
  assert.deepEqual([await ids('opted_out'), await ids('stopped')], [[id], [stopped.id]])
  await acme.write((tx) => setCustomerMail(tx, id, 'resume'))
  assert.equal((await acme.write((scope) => getCustomerDetail(scope, id))).mail, 'heard')
  await assert.rejects(
    (await world.workspace()).write((tx) => setCustomerMail(tx, id, 'opt_out')),
    { code: 'not_found' },
  )
})

test('the page of a customer has their requests, votes, comments and mail; a stranger has no such customer', async () => {
  const acme = await world.workspace()
  const submitter = { email: 'ada@acme.test', name: 'Ada' }
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Yes', submitter })
  const entry = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks', submitter })
  const customerId = (await list(acme))[0]!.id
  await world.database.pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, error, due_at, created_at, ended_at)
     values ($1, $2, $3, 'failed', '550 no such user', now(), now(), now())`,
    [acme.id, entry.id, customerId],
  )
  const { latest, requests, votes, comments, mail } = await acme.write((scope) => getCustomerDetail(scope, customerId))
  assert.deepEqual([requests, votes, comments, mail], [1, 1, 2, 'heard'])
  assert.deepEqual(
    latest.requests.map(({ title }) => title),
    ['Dark mode'],
  )
  assert.deepEqual(
    latest.votes.map(({ title }) => title),
    ['Dark mode'],
  )
  assert.deepEqual(
    latest.comments.map(({ body, on }) => [body, on.kind, on.title]),
    [
      ['Thanks', 'entry', 'Night'],
      ['Yes', 'request', 'Dark mode'],
    ],
  )
  assert.deepEqual(
    latest.deliveries.map(({ on, state, error }) => [on.title, state, error]),
    [['Night', 'failed', '550 no such user']],
  )
  await assert.rejects(
    (await world.workspace()).write((scope) => getCustomerDetail(scope, customerId)),
    { code: 'not_found' },
  )
})

test('an address and an external id are one customer’s alone, also when two want them at once', async () => {
  const acme = await world.workspace()
  await add(acme, { email: 'ada@acme.test', externalId: 'u1' })
  await assert.rejects(add(acme, { email: 'ADA@acme.test', externalId: 'u1' }), invalidPaths('/email', '/externalId'))
  const { id } = await add(acme, { email: 'bea@acme.test' })
  await assert.rejects(
    acme.write((tx) => updateCustomer(tx, id, { email: 'ada@ACME.test' })),
    invalidPaths('/email'),
  )
  const outcomes = await Promise.allSettled([1, 2].map(() => add(acme, { externalId: 'at-once' })))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  invalidPaths('/externalId')(outcomes.find((each) => each.status === 'rejected')!.reason)
})

test('the plan’s cap holds for customers who are added by hand, and its use is told', async () => {
  const acme = await world.workspace({ plan: 'free' })
  for (const number of [1, 2, 3]) await add(acme, { externalId: `u${number}` })
  await assert.rejects(add(acme, { externalId: 'u4' }), forbiddenError)
  assert.deepEqual(await acme.write((scope) => getCustomerUsage(scope, caps)), { plan: 'free', used: 3, max: 3 })
})

test('a new address is written to again; one of address and external id stays; the trail holds nothing personal', async () => {
  const acme = await world.workspace()
  const { id } = await add(acme, { email: 'ada@acme.test' })
  await world.database.pool.query('update customers set mail_bounced_at = now(), mail_bounces = 3 where id = $1', [id])
  await acme.write((tx) => updateCustomer(tx, id, { email: 'ada@new.test', name: 'Ada' }))
  const detail = await acme.write((scope) => getCustomerDetail(scope, id))
  assert.deepEqual([detail.mail, detail.bounces, detail.name], ['heard', 0, 'Ada'])
  await assert.rejects(
    acme.write((tx) => updateCustomer(tx, id, { email: null })),
    invalidPaths('/email'),
  )
  const { rows } = await world.database.pool.query(
    `select changes from audit_events where target_id = $1 and type = 'customer.updated'`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [{ members: ['email', 'name'] }],
  )
})

async function exported(acme: TestWorkspace): Promise<string[]> {
  const lines: string[] = []
  await acme.write(async (tx) => {
    recordExport(tx)
    for await (const line of exportCustomers(tx)) lines.push(line)
  })
  return lines
}

test('the export is a line for each customer, more than fit in memory at once, of this workspace alone', async () => {
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 2_500)
  await addCustomers(world, (await world.workspace()).id, 3)
  const lines = await exported(acme)
  assert.equal(lines.length, 2_501)
  assert.equal(lines[0], '\ufeffid,email,name,external id,added,mail,requests,votes,comments,tracked\r\n')
  assert.equal(new Set(lines.slice(1).map((line) => line.slice(0, 36))).size, 2_500)
})

test('no cell of an export is a formula, and each comes back as it was', async () => {
  const acme = await world.workspace()
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', 'Ada "the", first', 'two\r\nlines', 'plain']
  for (const [index, name] of names.entries()) await add(acme, { externalId: `u${index}`, name })
  const cells = (await exported(acme)).slice(1).map((line) => line.split(',,').at(-1)!.split(/,u\d,/)[0])
  assert.deepEqual(cells, [
    "'=1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "' =1",
    "'＝1",
    '"Ada ""the"", first"',
    '"two\r\nlines"',
    'plain',
  ])
})

test('an export is recorded, and refused to members', async () => {
  const acme = await world.workspace()
  await exported(acme)
  const { rows } = await world.database.pool.query(
    `select count(*) as count from audit_events where workspace_id = $1 and type = 'customer.list_exported'`,
    [acme.id],
  )
  assert.equal(rows[0].count, 1)
  await assert.rejects(
    acme.write((tx) => recordExport(asRole(tx, 'member'))),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => exportCustomers(asRole(tx, 'member')).next()),
    forbiddenError,
  )
})
