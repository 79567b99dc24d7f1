import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { listCustomers } from '../list.ts'
import { findCustomers, maxCustomerMatches } from './find-customers.ts'

const app = await createTestApp()
const signer = new Signer(testSecretKey, 'cursors')
const acme = await app.workspace()
const other = await app.workspace()

const put = (workspace: TestWorkspace, customer: object) => workspace.api.put('/customers', customer)

const ids = new Map<string, string>()
for (const customer of [
  {
    email: 'emily.hartley@northwind.test',
    name: 'Emily Hartley',
    company: { externalId: 'nw', name: 'Northwind Traders' },
  },
  { email: 'hart@example.com', name: 'Ines Prado' },
  { email: 'jurgen@example.com', name: 'Jürgen Müller' },
  { externalId: 'crm-4711', name: 'Hartmut Vogel' },
  { email: 'zoe@northwind.test', name: 'Zoë' },
  { email: 'tomw@example.com', name: 'Tom Whitfield' },
]) {
  const { body } = await put(acme, customer)
  ids.set(customer.name, body.data.id)
}
await put(other, { email: 'emily@elsewhere.test', name: 'Emily Elsewhere' })

const list = (search: string, filter: object = {}) =>
  acme.write((tx) => listCustomers(tx, { search, ...filter }, signer))
const find = async (search: string) => (await list(search)).data.map(({ name }) => name)

test('finds customers by the beginnings of their words, in any order and without accents', async () => {
  assert.deepEqual(await find('tom whit'), ['Tom Whitfield'])
  assert.deepEqual(await find('whit tom'), ['Tom Whitfield'])
  assert.deepEqual(await find('muller'), ['Jürgen Müller'])
  assert.deepEqual(await find('JÜRG'), ['Jürgen Müller'])
  assert.deepEqual(await find('Zoe'), ['Zoë'])
  assert.deepEqual(await find('emily'), ['Emily Hartley'])
})

test('finds misspelled names with one character inserted, missing, replaced or swapped', async () => {
  for (const text of ['emilly hartley', 'emily hartly', 'emily hartlei', 'emily hatrley', 'Hartely'])
    assert.deepEqual(await find(text), ['Emily Hartley'], text)
  assert.deepEqual(await find('whitfeild'), ['Tom Whitfield'])
  assert.deepEqual(await find('wrongname'), [])
})

test('shows what was typed in full first, then names that begin with it, then addresses', async () => {
  assert.deepEqual(await find('hart'), ['Hartmut Vogel', 'Ines Prado', 'Emily Hartley'])
  assert.deepEqual(await find('hart@example.com'), ['Ines Prado'])
  assert.deepEqual(await find('HART@example.com'), ['Ines Prado'])
  assert.deepEqual(await find('crm-4711'), ['Hartmut Vogel'])
  assert.deepEqual(await find(ids.get('Zoë')!), ['Zoë'])
})

test('finds customers by their company and by a part of an address', async () => {
  assert.deepEqual((await find('traders')).sort(), ['Emily Hartley'])
  assert.deepEqual((await find('northwind')).sort(), ['Emily Hartley', 'Zoë'])
  assert.deepEqual(await find('rgen@exam'), ['Jürgen Müller'])
})

test('applies the filter of the list before it counts', async () => {
  assert.deepEqual((await list('example', { filter: 'opted_out' })).found, { count: 0, isCapped: false })
  assert.deepEqual((await list('example')).found, { count: 3, isCapped: false })
  assert.equal((await list('')).found, null)
})

test('counts up to a limit, and pages through the matches once', async () => {
  const globex = await app.workspace()
  await app.database.pool.query(
    `insert into customers (workspace_id, id, email, name, origin, created_at, updated_at)
     select $1, gen_random_uuid(), 'person' || n || '@globex.test', 'Person ' || n, 'api', now(), now()
     from generate_series(1, 1200) n`,
    [globex.id],
  )
  const matches = await globex.write((tx) => findCustomers(tx, 'globex'))
  assert.deepEqual([matches.found.length, matches.isCapped], [maxCustomerMatches, true])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await globex.write((tx) => listCustomers(tx, { search: 'person 11', limit: 100, cursor }, signer))
    assert.equal(page.found!.isCapped, false)
    seen.push(...page.data.map(({ name }) => name!))
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  assert.equal(seen[0], 'Person 11')
  assert.equal(new Set(seen).size, seen.length)
  // 11, 110 to 119 and 1100 to 1199.
  assert.equal(seen.length, 111)
})

test('computes its terms with an empty search path, as pg_restore does', async () => {
  const client = await app.database.pool.connect()
  await client.query(`begin; set local search_path = ''`)
  const { rowCount } = await client.query(`update public.customers set name = 'Åsa' where workspace_id = $1`, [
    other.id,
  ])
  await client.query('rollback')
  client.release()
  assert.equal(rowCount, 1)
})
