import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { blockCustomer } from './blocking/block.ts'
import { listCompaniesByIds } from './companies/queries.ts'
import { insertCustomer } from './identity/identify.ts'
import { listCustomersByIds } from './queries.ts'

const app = await createTestApp()

const put = async ({ api }: TestWorkspace, body: object) => (await api.put('/customers', body)).body.data

const idsOf = async ({ api }: TestWorkspace, query: string): Promise<string[]> =>
  (await api.listAll(`/customers${query}`, 2)).map(({ externalId, email }) => externalId ?? email)

test('lists customers newest first, page by page, with every filter', async () => {
  const acme = await app.workspace()
  const company = { externalId: 'c1', name: 'Acme' }
  const { company: stored } = await put(acme, { externalId: 'u1', email: 'ada@example.com', name: '100%_Ada', company })
  await put(acme, { externalId: 'u2', email: 'bea@example.com', company })
  await put(acme, { externalId: 'u3', company: { externalId: stored.id, name: 'Confusing' } })
  const blocked = await put(acme, { externalId: 'u4', name: 'Çelik' })
  await acme.write((tx) => blockCustomer(tx, blocked.id))
  await acme.write((tx) => insertCustomer(tx, { email: 'visitor@example.com' }, { isTracked: false }))
  await app.database.pool.query(
    `update customers set is_participant = true where workspace_id = $1 and email = 'visitor@example.com'`,
    [acme.id],
  )
  assert.deepEqual(await idsOf(acme, ''), ['visitor@example.com', 'u4', 'u3', 'u2', 'u1'])
  assert.deepEqual(await idsOf(acme, '?email=ADA@example.com'), ['u1'])
  assert.deepEqual(await idsOf(acme, '?externalId=u2'), ['u2'])
  assert.deepEqual(await idsOf(acme, '?externalId=nobody'), [])
  assert.deepEqual(await idsOf(acme, '?company=c1'), ['u2', 'u1'])
  assert.deepEqual(await idsOf(acme, `?company=${stored.id}`), ['u2', 'u1'])
  assert.deepEqual(await idsOf(acme, '?segment=tracked'), ['u4', 'u3', 'u2', 'u1'])
  assert.deepEqual(await idsOf(acme, '?segment=participant'), ['visitor@example.com'])
  assert.deepEqual(await idsOf(acme, '?segment=blocked'), ['u4'])
  assert.deepEqual(await idsOf(acme, '?search=EXAMPLE.com'), ['visitor@example.com', 'u2', 'u1'])
  assert.deepEqual(await idsOf(acme, '?search=EXAMPLE.com&segment=tracked&company=c1'), ['u2', 'u1'])
  assert.deepEqual(await idsOf(acme, `?search=${encodeURIComponent('0%_a')}`), ['u1'])
  assert.deepEqual(await idsOf(acme, `?search=${encodeURIComponent('çelik')}`), ['u4'])
  assert.deepEqual(await idsOf(acme, '?search=u'), ['u4', 'u3', 'u2', 'u1'])
  assert.deepEqual(await idsOf(acme, '?search=%25'), ['u1'])
})

test('finds rare texts among more customers than a search reads first', async () => {
  const acme = await app.workspace()
  await put(acme, { externalId: 'oldest', name: 'Zeppelin' })
  await app.database.pool.query(
    `insert into customers (workspace_id, id, external_id, created_at)
     select $1, uuidv7(), 'many' || n, now() + interval '1 second' from generate_series(1, 2100) n`,
    [acme.id],
  )
  assert.deepEqual(await idsOf(acme, '?search=zeppel'), ['oldest'])
  assert.deepEqual(await idsOf(acme, '?search=ZEP'), ['oldest'])
  assert.equal((await acme.api.listAll('/customers?search=many')).length, 2100)
})

test('rejects unknown filters, and a cursor of other filters or of the console', async () => {
  const acme = await app.workspace()
  for (const externalId of ['u1', 'u2']) await put(acme, { externalId })
  const pathsOf = async (query: string) => {
    const { status, body } = await acme.api.get(`/customers?${query}`)
    return [status, body.error?.details[0].path]
  }
  assert.deepEqual(await pathsOf('email=nowhere'), [400, 'query.email'])
  assert.deepEqual(await pathsOf('segment=everyone'), [400, 'query.segment'])
  assert.deepEqual(await pathsOf('company=nowhere'), [400, 'query.company'])
  assert.deepEqual(await pathsOf('name=x'), [400, 'query.name'])
  const { body } = await acme.api.get('/customers?limit=1')
  const cursor = body.pagination.nextCursor
  assert.deepEqual(await pathsOf(`cursor=${cursor}`), [200, undefined])
  assert.deepEqual(await pathsOf(`segment=tracked&cursor=${cursor}`), [400, 'query.cursor'])
  const other = await app.workspace()
  assert.equal((await other.api.get(`/customers?cursor=${cursor}`)).status, 400)
})

test('updates the named members, clears with null, and rejects what belongs to another customer', async () => {
  const acme = await app.workspace()
  const { id } = await put(acme, { externalId: 'u1', email: 'ada@example.com', attributes: { a: 1 } })
  await put(acme, { externalId: 'u2', email: 'bea@example.com' })
  const patch = (body: object) => acme.api.patch(`/customers/${id}`, body)
  const { body } = await patch({ name: 'Ada', company: { externalId: 'c1', name: 'Acme' } })
  assert.deepEqual([body.data.name, body.data.company.name, body.data.attributes], ['Ada', 'Acme', { a: 1 }])
  assert.ok(body.data.updatedAt > body.data.createdAt)
  assert.deepEqual((await patch({ email: null, company: null, attributes: {} })).body.data, {
    ...body.data,
    email: null,
    company: null,
    attributes: {},
    updatedAt: (await acme.api.get(`/customers/${id}`)).body.data.updatedAt,
  })
  const invalidPaths = async (input: object) =>
    (await patch(input)).body.error.details.map(({ path }: { path: string }) => path)
  assert.deepEqual(await invalidPaths({ externalId: null }), ['/email'])
  assert.deepEqual(await invalidPaths({ externalId: 'u2', email: 'BEA@example.com' }), ['/email', '/externalId'])
  assert.deepEqual(await invalidPaths({}), [''])
  assert.deepEqual(await invalidPaths({ company: { externalId: 'c9' } }), ['/company/name'])
})

test('deletes a customer without or with what they wrote, once', async () => {
  const acme = await app.workspace()
  const submit = async (externalId: string) => {
    const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { externalId } })
    const [customer] = await acme.api.listAll(`/customers?externalId=${externalId}`)
    return { requestId: id, path: `/customers/${customer.id}` }
  }
  const kept = await submit('u1')
  const { status, body } = await acme.api.delete(kept.path)
  assert.deepEqual([status, body], [204, null])
  const { data } = (await acme.api.get(`/feedback/${kept.requestId}`)).body
  assert.deepEqual([data.title, data.votes], ['Dark mode', 0])
  assert.equal((await acme.api.delete(kept.path)).status, 404)

  const removed = await submit('u2')
  assert.equal((await acme.api.delete(`${removed.path}?withContent=yes`)).status, 400)
  assert.equal((await acme.api.delete(`${removed.path}?withContent=true`)).status, 204)
  assert.equal((await acme.api.get(`/feedback/${removed.requestId}`)).status, 404)
  assert.equal((await acme.api.get('/workspace')).body.data.limits.trackedCustomers.used, 0)
})

test('lists the requests that a customer submitted as the requests themselves show', async () => {
  const acme = await app.workspace()
  const submitter = { externalId: 'u1' }
  const created = []
  for (const title of ['One', 'Two', 'Three']) created.unshift(await acme.api.create('/feedback', { title, submitter }))
  await acme.api.create('/feedback', { title: 'Other', submitter: { externalId: 'u2' } })
  const [customer] = await acme.api.listAll('/customers?externalId=u1')
  assert.deepEqual(await acme.api.listAll(`/customers/${customer.id}/feedback`, 2), created)
})

test('upserts companies, lists them newest first, and finds one by external id', async () => {
  const acme = await app.workspace()
  const company = { externalId: 'c1', name: 'Acme', monthlyRevenue: { amount: 2 ** 53 - 1, currency: 'JPY' } }
  const created = await acme.api.put('/companies', { ...company, attributes: { tier: 'gold' } })
  assert.equal(created.status, 201)
  const updated = await acme.api.put('/companies', { externalId: 'c1', monthlyRevenue: null })
  assert.equal(updated.status, 200)
  assert.deepEqual(updated.body.data, {
    ...created.body.data,
    monthlyRevenue: null,
    updatedAt: updated.body.data.updatedAt,
  })
  const { data: other } = (await acme.api.put('/companies', { externalId: 'c2', name: 'Beta' })).body
  assert.deepEqual(await acme.api.listAll('/companies', 1), [other, updated.body.data])
  assert.deepEqual(await acme.api.listAll('/companies?externalId=c1'), [updated.body.data])
  const nameless = await acme.api.put('/companies', { externalId: 'c3' })
  assert.deepEqual([nameless.status, nameless.body.error.details[0].path], [400, '/name'])
})

test('returns customers and companies by ids, of one workspace only', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const company = { externalId: 'c1', name: 'Acme' }
  const own = [await put(acme, { externalId: 'u1', company }), await put(acme, { externalId: 'u2' })]
  const foreign = await put(other, { externalId: 'u1', company })
  const ids = [...own, foreign].map(({ id }) => id)
  const found = await acme.write((scope) => listCustomersByIds(scope, ids))
  assert.deepEqual(
    found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    own,
  )
  const companyIds = [own[0].company.id, foreign.company.id]
  assert.deepEqual(await acme.write((scope) => listCompaniesByIds(scope, companyIds)), [own[0].company])
})

test('changes updatedAt whenever a submitter fills an empty member', async () => {
  const acme = await app.workspace()
  const { id, createdAt } = await put(acme, { externalId: 'u1' })
  await acme.api.create('/feedback', { title: 'x', submitter: { externalId: 'u1', name: 'Ada' } })
  const { data } = (await acme.api.get(`/customers/${id}`)).body
  assert.equal(data.name, 'Ada')
  assert.ok(data.updatedAt > createdAt)
})
