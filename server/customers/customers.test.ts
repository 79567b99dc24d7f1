import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setCustomerMail } from '../notifications/preferences/set-customer-mail.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import { addCustomers } from '../test/fixtures/deliveries.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp, defaultCaps, type TestWorkspace } from '../test/test-app.ts'
import { createCustomer } from './create.ts'
import { getCustomerDetail } from './detail.ts'
import { exportCustomers, recordExport } from './export.ts'
import { upsertVisitor } from './identity/identify.ts'
import { type CustomerFilter, countCustomers, listCustomers } from './list.ts'
import { type ActivityKind, listCustomerActivity } from './team-activity.ts'
import { getCustomerUsage } from './tracking/usage.ts'
import { updateCustomer } from './update.ts'

const caps = { free: 3, starter: 10, growth: null }
const app = await createTestApp({ caps })
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

test('lists customers newest first with their activity, and finds them by name, email and external id', async () => {
  const acme = await app.workspace()
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
  const search = async (text: string) => (await list(acme, { search: text })).map(({ name, email }) => name ?? email)
  assert.deepEqual(await search('ADA'), ['Ada'])
  assert.deepEqual(await search('user_'), ['100% Bea'])
  assert.deepEqual(await search('%'), ['100% Bea'])
  assert.deepEqual(await search('acme.test'), ['cleo@acme.test', 'Ada'])
  assert.deepEqual(await list(await app.workspace()), [])
})

test('lists and exports visitors who only signed in or subscribed, without counting them toward the cap', async () => {
  const acme = await app.workspace({ plan: 'free' })
  await add(acme, { email: 'ada@acme.test' })
  const bea = await acme.write((tx) => upsertVisitor(tx, { email: 'bea@acme.test' }))
  await acme.write((tx) => upsertVisitor(tx, { email: 'cleo@acme.test' }))
  await app.database.pool.query('update customers set notify_changelog = true where id = $1', [bea])
  const rows = await list(acme)
  assert.deepEqual(
    rows.map(({ email, kind }) => [email, kind]),
    [
      ['cleo@acme.test', 'signed_in'],
      ['bea@acme.test', 'subscribed'],
      ['ada@acme.test', 'tracked'],
    ],
  )
  assert.equal((await acme.write((scope) => getCustomerDetail(scope, bea))).kind, 'subscribed')
  assert.equal(await acme.write(countCustomers), 3)
  assert.equal((await acme.write((scope) => getCustomerUsage(scope, caps))).used, 1)
  const tracked = (await exportLines(acme)).slice(1).map((line) => line.trim().split(',').at(-1))
  assert.deepEqual(tracked.toSorted(), ['no', 'no', 'yes'])
})

test('filters customers who opted out or bounced, and lets the team turn email off and on', async () => {
  const acme = await app.workspace()
  const [{ id }, bounced] = [await add(acme, { email: 'ada@a.test' }), await add(acme, { email: 'bea@a.test' })]
  await app.database.pool.query('update customers set mail_bounced_at = now() where id = $1', [bounced.id])
  await acme.write((tx) => setCustomerMail(asRole(tx, 'member'), id, 'opt_out'))
  const ids = async (filter: 'opted_out' | 'bounced') => (await list(acme, { filter })).map((row) => row.id)
  assert.deepEqual([await ids('opted_out'), await ids('bounced')], [[id], [bounced.id]])
  await acme.write((tx) => setCustomerMail(tx, id, 'resume'))
  assert.equal((await acme.write((scope) => getCustomerDetail(scope, id))).mail, 'active')
  await assert.rejects(
    (await app.workspace()).write((tx) => setCustomerMail(tx, id, 'opt_out')),
    { code: 'not_found' },
  )
})

test('pages through all requests, votes and comments of a customer, newest first', async () => {
  const acme = await app.workspace()
  const submitter = { email: 'ada@acme.test', name: 'Ada' }
  const titles = ['One', 'Two', 'Three']
  for (const title of titles) {
    const { id } = await acme.api.create('/feedback', { title, submitter })
    await acme.api.create(`/feedback/${id}/comments`, { body: title, submitter })
  }
  await acme.api.create('/feedback', { title: 'Of another', submitter: { email: 'bea@acme.test' } })
  const { id: customerId } = (await list(acme, { search: 'ada@' }))[0]!
  const listAll = async (kind: ActivityKind) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await acme.write((scope) =>
        listCustomerActivity(scope, customerId, kind, { limit: 1, cursor }, signer),
      )
      found.push(...page.data.map((row) => ('body' in row ? row.body : row.title)))
      cursor = page.pagination.nextCursor ?? undefined
    } while (cursor !== undefined)
    return found
  }
  for (const kind of ['requests', 'votes', 'comments'] as const) {
    assert.deepEqual(await listAll(kind), titles.toReversed(), kind)
  }
  const { pagination } = await acme.write((scope) =>
    listCustomerActivity(scope, customerId, 'votes', { limit: 1 }, signer),
  )
  const cursor = pagination.nextCursor!
  await assert.rejects(
    acme.write((scope) => listCustomerActivity(scope, customerId, 'requests', { cursor }, signer)),
    { code: 'validation_error' },
  )
})

test('loads a customer with their requests, votes, comments and emails, in their own workspace only', async () => {
  const acme = await app.workspace()
  const submitter = { email: 'ada@acme.test', name: 'Ada' }
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Yes', submitter })
  const entry = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks', submitter })
  const customerId = (await list(acme))[0]!.id
  await app.database.pool.query(
    `insert into notification_deliveries (workspace_id, entry_id, customer_id, state, error, due_at, created_at, ended_at)
     values ($1, $2, $3, 'failed', '550 no such user', now(), now(), now())`,
    [acme.id, entry.id, customerId],
  )
  const { latest, requests, votes, comments, mail } = await acme.write((scope) => getCustomerDetail(scope, customerId))
  assert.deepEqual([requests, votes, comments, mail], [1, 1, 2, 'active'])
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
    (await app.workspace()).write((scope) => getCustomerDetail(scope, customerId)),
    { code: 'not_found' },
  )
})

test('rejects an email or external id of another customer, also in concurrent requests', async () => {
  const acme = await app.workspace()
  await add(acme, { email: 'ada@acme.test', externalId: 'u1' })
  await assert.rejects(add(acme, { email: 'ADA@acme.test', externalId: 'u1' }), invalidPaths('/email', '/externalId'))
  const { id } = await add(acme, { email: 'bea@acme.test' })
  await assert.rejects(
    acme.write((tx) => updateCustomer(tx, id, { email: 'ada@ACME.test' }, defaultCaps)),
    invalidPaths('/email'),
  )
  const outcomes = await Promise.allSettled([1, 2].map(() => add(acme, { externalId: 'concurrent' })))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  invalidPaths('/externalId')(outcomes.find((outcome) => outcome.status === 'rejected')!.reason)
})

test('applies the plan’s cap to customers added by the team, and reports the usage', async () => {
  const acme = await app.workspace({ plan: 'free' })
  for (const number of [1, 2, 3]) await add(acme, { externalId: `u${number}` })
  await assert.rejects(add(acme, { externalId: 'u4' }), forbiddenError)
  assert.deepEqual(await acme.write((scope) => getCustomerUsage(scope, caps)), {
    plan: 'free',
    used: 3,
    max: 3,
    participants: 0,
  })
})

test('clears bounces for a new address, requires an email or external id, and audits field names only', async () => {
  const acme = await app.workspace()
  const { id } = await add(acme, { email: 'ada@acme.test' })
  await app.database.pool.query('update customers set mail_bounced_at = now(), mail_bounces = 3 where id = $1', [id])
  await acme.write((tx) => updateCustomer(tx, id, { email: 'ada@new.test', name: 'Ada' }, defaultCaps))
  const detail = await acme.write((scope) => getCustomerDetail(scope, id))
  assert.deepEqual([detail.mail, detail.bounces, detail.name], ['active', 0, 'Ada'])
  await assert.rejects(
    acme.write((tx) => updateCustomer(tx, id, { email: null }, defaultCaps)),
    invalidPaths('/email'),
  )
  const { rows } = await app.database.pool.query(
    `select changes from audit_events where target_id = $1 and type = 'customer.updated'`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [{ members: ['email', 'name'] }],
  )
})

async function exportLines(acme: TestWorkspace, filter: CustomerFilter = {}): Promise<string[]> {
  const lines: string[] = []
  await acme.write(async (tx) => {
    recordExport(tx)
    for await (const line of exportCustomers(tx, filter, signer)) lines.push(line)
  })
  return lines
}

test('exports one line per customer of this workspace, across several batches', async () => {
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 2_500)
  await addCustomers(app, (await app.workspace()).id, 3)
  const lines = await exportLines(acme)
  assert.equal(lines.length, 2_501)
  assert.equal(lines[0], '\ufeffid,email,name,external id,added,mail,requests,votes,comments,tracked\r\n')
  assert.equal(new Set(lines.slice(1).map((line) => line.slice(0, 36))).size, 2_500)
})

test('escapes formulas in the export, and quotes commas, quotes and line breaks', async () => {
  const acme = await app.workspace()
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', 'Ada "the", first', 'two\r\nlines', 'plain']
  // The list has the newest customer first.
  for (const [index, name] of [...names.entries()].toReversed()) await add(acme, { externalId: `u${index}`, name })
  const cells = (await exportLines(acme)).slice(1).map((line) => line.split(',,').at(-1)!.split(/,u\d,/)[0])
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

test('records an export, and forbids it to members', async () => {
  const acme = await app.workspace()
  await exportLines(acme)
  const { rows } = await app.database.pool.query(
    `select count(*) as count from audit_events where workspace_id = $1 and type = 'customer.list_exported'`,
    [acme.id],
  )
  assert.equal(rows[0].count, 1)
  await assert.rejects(
    acme.write((tx) => recordExport(asRole(tx, 'member'))),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => exportCustomers(asRole(tx, 'member'), {}, signer).next()),
    forbiddenError,
  )
})

test('exports only the customers that the list shows', async () => {
  const acme = await app.workspace()
  for (const name of ['Ada', 'Bea']) await acme.api.put('/customers', { email: `${name}@example.com`, name })
  const names = async (filter: CustomerFilter) =>
    (await exportLines(acme, filter)).slice(1).map((line) => line.split(',')[2])
  assert.deepEqual(await names({ search: 'bea' }), ['Bea'])
  assert.deepEqual(await names({ filter: 'bounced' }), [])
  assert.deepEqual(await names({ filter: 'all' }), ['Bea', 'Ada'])
})
