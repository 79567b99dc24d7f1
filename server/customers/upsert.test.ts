import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { blockCustomer } from './blocking/block.ts'
import { insertCustomer } from './identity/identify.ts'

const app = await createTestApp({ caps: { free: 2, starter: 2, growth: null } })

const put = async ({ api }: TestWorkspace, body: object) => {
  const { status, body: answer } = await api.put('/customers', body)
  assert.ok(status === 200 || status === 201, JSON.stringify(answer))
  return { status, customer: answer.data }
}

const used = async ({ api }: TestWorkspace): Promise<number> =>
  (await api.get('/workspace')).body.data.limits.trackedCustomers.used

const eventsOf = async ({ id }: TestWorkspace, targetId: string) => {
  const { rows } = await app.database.pool.query(
    'select type, changes from audit_events where workspace_id = $1 and target_id = $2 order by id',
    [id, targetId],
  )
  return rows
}

const refusal = async ({ api }: TestWorkspace, body: object) => {
  const { status, body: answer } = await api.put('/customers', body)
  return [status, answer.error.details?.map(({ path }: { path: string }) => path)]
}

test('creates a customer with a company and attributes, and returns what GET returns', async () => {
  const acme = await app.workspace()
  const body = {
    externalId: 'u1',
    email: 'Grace@example.com',
    name: 'Grace',
    company: { externalId: 'navy', name: 'Navy', monthlyRevenue: { amount: 49_900, currency: 'EUR' } },
    attributes: { role: 'admin', seats: 12, isBeta: true, since: '2026-03-01' },
  }
  const { status, customer } = await put(acme, body)
  assert.equal(status, 201)
  const { id, createdAt, updatedAt, company, ...rest } = customer
  const { company: sent, ...identity } = body
  assert.deepEqual(rest, identity)
  const { id: companyId, createdAt: _, updatedAt: __, ...shown } = company
  assert.deepEqual(shown, { ...sent, attributes: {} })
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await acme.api.get(`/customers/${id}`)).body.data, customer)
  assert.deepEqual((await acme.api.get(`/companies/${companyId}`)).body.data, company)
  assert.equal(await used(acme), 1)
})

test('finds the customer by external id, or else by email without regard to case, and replaces what is sent', async () => {
  const acme = await app.workspace()
  const first = await put(acme, { email: 'ada@example.com', name: 'Ada', attributes: { a: 1, b: 2 } })
  const second = await put(acme, { externalId: 'u1', email: 'ADA@example.com', attributes: { b: 3 } })
  assert.deepEqual([second.status, second.customer.id], [200, first.customer.id])
  assert.equal(second.customer.name, 'Ada')
  assert.equal(second.customer.email, 'ADA@example.com')
  assert.deepEqual(second.customer.attributes, { b: 3 })
  const third = await put(acme, { externalId: 'u1', email: 'lovelace@example.com', name: null })
  assert.deepEqual([third.status, third.customer.id], [200, first.customer.id])
  assert.deepEqual([third.customer.email, third.customer.name], ['lovelace@example.com', null])
  assert.equal(await used(acme), 1)
})

test('changes and records nothing if everything is stored already', async () => {
  const acme = await app.workspace()
  const body = {
    externalId: 'u1',
    name: 'Ada',
    company: {
      externalId: 'c1',
      name: 'Acme',
      monthlyRevenue: { amount: 0, currency: 'USD' },
      attributes: { b: 1, a: 2 },
    },
    attributes: { long: 'x', b: 1, a: 2 },
  }
  const { customer } = await put(acme, body)
  assert.deepEqual(await put(acme, body), { status: 200, customer })
  assert.equal((await acme.api.put('/companies', body.company)).status, 200)
  assert.deepEqual(
    (await eventsOf(acme, customer.id)).map(({ type }) => type),
    ['customer.added'],
  )
  assert.deepEqual(
    (await eventsOf(acme, customer.company.id)).map(({ type }) => type),
    ['company.created'],
  )
  await put(acme, { ...body, name: 'Ada L', company: { ...body.company, name: 'Acme Inc' } })
  assert.deepEqual((await eventsOf(acme, customer.id))[1], { type: 'customer.updated', changes: { members: ['name'] } })
  assert.deepEqual((await eventsOf(acme, customer.company.id))[1], {
    type: 'company.updated',
    changes: { members: ['name'] },
  })
})

test('rejects an external id and an email of different customers, and changes neither', async () => {
  const acme = await app.workspace()
  const one = await put(acme, { externalId: 'u1' })
  const two = await put(acme, { externalId: 'u2', email: 'two@example.com' })
  assert.deepEqual(await refusal(acme, { externalId: 'u1', email: 'TWO@example.com', name: 'x' }), [400, ['/email']])
  // An unknown external id with a known address is a different person, too.
  assert.deepEqual(await refusal(acme, { externalId: 'u3', email: 'two@example.com' }), [400, ['/email']])
  for (const { customer } of [one, two]) {
    assert.deepEqual((await acme.api.get(`/customers/${customer.id}`)).body.data, customer)
  }
})

test('rejects a customer without an identity and a new company without a name', async () => {
  const acme = await app.workspace()
  assert.deepEqual(await refusal(acme, { name: 'x' }), [400, ['']])
  assert.deepEqual(await refusal(acme, { email: null, externalId: null }), [400, ['']])
  assert.deepEqual(await refusal(acme, { externalId: 'u1', company: { externalId: 'c1' } }), [400, ['/company/name']])
  assert.equal((await acme.api.get('/customers')).body.data.length, 0)
  await acme.api.put('/companies', { externalId: 'c1', name: 'Acme' })
  const { customer } = await put(acme, { externalId: 'u1', company: { externalId: 'c1' } })
  assert.equal(customer.company.name, 'Acme')
  assert.equal((await put(acme, { externalId: 'u1', company: null })).customer.company, null)
})

test('reports every invalid value at once', async () => {
  const acme = await app.workspace()
  const attributes = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
  assert.deepEqual(await refusal(acme, { externalId: 'x'.repeat(256), email: 'nowhere', attributes, plan: 1 }), [
    400,
    ['/plan', '/externalId', '/email', '/attributes'],
  ])
  const values = { a: null, b: [], c: {}, ['k'.repeat(65)]: 1, d: 'x'.repeat(1001), e: '\0' }
  const company = { externalId: 'c', monthlyRevenue: { amount: 2 ** 53, currency: 'eur' }, attributes: values }
  const [status, paths] = await refusal(acme, { externalId: 'u', company })
  assert.equal(status, 400)
  assert.deepEqual(paths.toSorted(), [
    ...['a', 'b', 'c', 'd', 'e', 'k'.repeat(65)].map((name) => `/company/attributes/${name}`),
    '/company/monthlyRevenue/amount',
    '/company/monthlyRevenue/currency',
  ])
  for (const amount of [-1, 1.5]) {
    const monthlyRevenue = { amount, currency: 'EUR' }
    assert.deepEqual(
      await refusal(acme, { externalId: 'u', company: { externalId: 'c', name: 'C', monthlyRevenue } }),
      [400, ['/company/monthlyRevenue/amount']],
    )
  }
})

test('rejects numbers beyond the range of a double', async () => {
  const { api } = await app.workspace()
  for (const raw of [
    '{"externalId":"u","attributes":{"a":1e999}}',
    '{"externalId":"u","company":{"externalId":"c","name":"C","monthlyRevenue":{"amount":1e999,"currency":"EUR"}}}',
    '{"externalId":"u","company":{"externalId":"c","name":"C","monthlyRevenue":{"amount":9007199254740993,"currency":"EUR"}}}',
  ]) {
    const { status } = await api.send('PUT', '/customers', { raw, headers: { 'content-type': 'application/json' } })
    assert.equal(status, 400, raw)
  }
})

test('stores unusual but valid identities and attributes unchanged', async () => {
  const acme = await app.workspace()
  const externalId = '🚀'.repeat(255)
  const email = `${'ü'.repeat(64)}@дом.рф`
  const raw = `{"externalId":${JSON.stringify(externalId)},"email":${JSON.stringify(email)},"attributes":
    {"__proto__":"a","constructor":true,"toString":1e308,"ключ 🗝":"${'é'.repeat(1000)}","tiny":5e-324,"big":9007199254740991}}`
  const { status, body } = await acme.api.send('PUT', '/customers', {
    raw,
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(status, 201)
  assert.deepEqual(JSON.parse(JSON.stringify(body.data.attributes)), JSON.parse(raw).attributes)
  assert.deepEqual([body.data.externalId, body.data.email], [externalId, email])
  const found = await acme.api.get(`/customers?email=${encodeURIComponent(email.toUpperCase())}`)
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    [body.data.id],
  )
})

test('creates one customer and one company when many requests upsert the same ones at once', async () => {
  const acme = await app.workspace()
  const company = { externalId: 'c1', name: 'Acme' }
  const bodies = [
    { externalId: 'u1', email: 'ada@example.com', company },
    { email: 'ada@example.com', company },
    { externalId: 'u1', company },
  ]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => acme.api.put('/customers', bodies[index % 3])),
  )
  assert.ok(
    answers.every(({ status }) => [200, 201].includes(status)),
    JSON.stringify(answers.map(({ body }) => body)),
  )
  const customers = await acme.api.listAll('/customers')
  // The first request may have had only an external id, and the next one only an address.
  assert.ok(customers.length <= 2)
  assert.equal(answers.filter(({ status }) => status === 201).length, customers.length)
  assert.equal((await acme.api.listAll('/companies')).length, 1)
  assert.equal(await used(acme), customers.length)
})

test('creates the customer again if they are deleted meanwhile', async () => {
  const acme = await app.workspace()
  const { customer } = await put(acme, { externalId: 'u1', name: 'Ada' })
  const deletion = await startBlockingTransaction(app, 'delete from customers where id = $1', [customer.id])
  const waiting = put(acme, { externalId: 'u1', name: 'Ada L.', company: { externalId: 'c1', name: 'Acme' } })
  await waitForBlockedConnections(app)
  await deletion.release()
  const { status, customer: created } = await waiting
  assert.equal(status, 201)
  assert.notEqual(created.id, customer.id)
  assert.equal(created.name, 'Ada L.')
})

test('admits exactly as many new customers as the plan has places, and updates others at the cap', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => acme.api.put('/customers', { externalId: `u${index}`, name: 'x' })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 2)
  assert.equal(answers.filter(({ status, body }) => status === 403 && body.error.code === 'forbidden').length, 6)
  const [known] = await acme.api.listAll('/customers')
  assert.equal((await put(acme, { externalId: known.externalId, name: 'y' })).customer.name, 'y')
  assert.equal(await used(acme), 2)
  // References are checked before the cap.
  assert.deepEqual(await refusal(acme, { externalId: 'new', company: { externalId: 'c1' } }), [400, ['/company/name']])
})

test('tracks a visitor whom the API names, unless the team has blocked them', async () => {
  const acme = await app.workspace()
  const visitor = (email: string) => acme.write((tx) => insertCustomer(tx, { email }, { isTracked: false }))
  const id = await visitor('ada@example.com')
  const blocked = await visitor('mallory@example.com')
  await acme.write((tx) => blockCustomer(tx, blocked))
  assert.deepEqual((await put(acme, { email: 'ada@example.com', name: 'Ada' })).customer.id, id)
  assert.equal(await used(acme), 1)
  assert.equal((await put(acme, { email: 'mallory@example.com', name: 'M' })).customer.id, blocked)
  assert.equal(await used(acme), 1)
})

test('keeps a name from the API private, and remembers the one that it replaces', async () => {
  const acme = await app.workspace()
  const { customer } = await put(acme, { externalId: 'u1', name: 'Ada' })
  await put(acme, { externalId: 'u1', name: 'Ada Lovelace' })
  const { rows } = await app.database.pool.query(
    `select c.name_source, n.name, n.changed_by from customers c join customer_names n on n.customer_id = c.id where c.id = $1`,
    [customer.id],
  )
  assert.deepEqual(rows, [{ name_source: 'api', name: 'Ada', changed_by: 'team' }])
})
