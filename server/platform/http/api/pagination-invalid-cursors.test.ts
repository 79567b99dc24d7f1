import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestClient } from '../../../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace } from '../../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const charlie = await app.workspace()

/** Creates three rows in every list. @returns the paths of the lists. */
async function createRows({ api, tag }: TestWorkspace) {
  const request = await api.create('/feedback', { title: 'Thread' })
  const entry = await api.create('/changelog', { title: 'Thread' })
  for (const number of [1, 2, 3]) {
    await api.create('/roadmap', { title: `Item ${number}` })
    await api.create('/changelog', { title: `Entry ${number}` })
    await api.create(`/feedback/${request.id}/comments`, { body: 'Yes!' })
    await api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks' })
    await tag(`tag ${number}`)
  }
  return [
    '/feedback',
    `/feedback/${request.id}/comments`,
    '/roadmap',
    '/changelog',
    `/changelog/${entry.id}/comments`,
    '/tags',
  ]
}

const lists = await createRows(acme)
await createRows(charlie)

const nameOf = (list: string) => list.replace(/[0-9a-f-]{36}/, '{id}')

const cursorOf = async (api: TestClient, path: string): Promise<string> =>
  (await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).body.pagination.nextCursor

async function assertRejected(path: string, cursor: string): Promise<void> {
  const query = `${path.includes('?') ? '&' : '?'}limit=1&cursor=${encodeURIComponent(cursor)}`
  const { status, body } = await acme.api.get(path + query)
  assert.deepEqual([status, body.error?.details[0].path], [400, 'query.cursor'], `${path} with ${cursor}`)
}

for (const list of lists) {
  const name = nameOf(list)

  test(`${name} returns pages of 1 to 100 rows and whether more follow`, async () => {
    const { body } = await acme.api.get(list)
    assert.deepEqual(Object.keys(body).sort(), ['data', 'pagination'])
    const one = (await acme.api.get(`${list}?limit=1`)).body
    assert.deepEqual(one.data, body.data.slice(0, 1))
    assert.deepEqual([one.pagination.hasMore, typeof one.pagination.nextCursor], [true, 'string'])
    const all = (await acme.api.get(`${list}?limit=100`)).body
    assert.deepEqual(all.pagination, { nextCursor: null, hasMore: false })
    const exact = (await acme.api.get(`${list}?limit=${all.data.length}`)).body
    assert.deepEqual(exact, all)
  })

  test(`${name} rejects any other limit`, async () => {
    for (const limit of ['0', '101', '-1', 'abc', '', '1.5', '1e1', '99999999999999999999']) {
      const { status, body } = await acme.api.get(`${list}?limit=${limit}`)
      assert.deepEqual([status, body.error?.details[0].path], [400, 'query.limit'], limit)
    }
    assert.equal((await acme.api.get(`${list}?limit=1&limit=2`)).status, 400)
  })

  test(`${name} rejects an altered or made-up cursor`, async () => {
    const cursor = await cursorOf(acme.api, list)
    assert.equal((await acme.api.get(`${list}?cursor=${cursor}`)).status, 200)
    for (let place = 0; place < cursor.length; place += 5) {
      const other = cursor[place] === 'A' ? 'B' : 'A'
      await assertRejected(list, cursor.slice(0, place) + other + cursor.slice(place + 1))
    }
    const forged = Buffer.from(JSON.stringify(['2026-03-01T09:00:00.000Z', acme.id])).toString('base64url')
    for (const bad of [
      forged,
      '',
      'x',
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(1),
      cursor.slice(0, -1),
      cursor.slice(0, 22),
    ]) {
      await assertRejected(list, bad)
    }
  })

  test(`${name} rejects a cursor of another list or workspace`, async () => {
    for (const other of lists.filter((each) => each !== list))
      await assertRejected(list, await cursorOf(acme.api, other))
    if (!list.includes('/comments')) await assertRejected(list, await cursorOf(charlie.api, list))
  })
}

test('returns 25 rows by default', async () => {
  const { api } = await app.workspace()
  for (let number = 0; number < 26; number++) await api.create('/feedback', { title: `Request ${number}` })
  const { data, pagination } = (await api.get('/feedback')).body
  assert.deepEqual([data.length, pagination.hasMore], [25, true])
})

test('rejects a cursor of another thread', async () => {
  const other = await acme.api.create('/feedback', { title: 'Another thread' })
  for (let number = 0; number < 2; number++) await acme.api.create(`/feedback/${other.id}/comments`, { body: 'Yes!' })
  await assertRejected(lists[1]!, await cursorOf(acme.api, `/feedback/${other.id}/comments`))
})

test('rejects a cursor with other filters than its own', async () => {
  for (const title of ['Walk one', 'Walk two']) await acme.api.create('/feedback', { title })
  const filters = [
    '',
    'stage=pending',
    'board=feature-requests',
    'search=walk',
    'search=wal',
    'stage=pending&search=walk',
  ]
  for (const original of filters) {
    const cursor = await cursorOf(acme.api, `/feedback?${original}`)
    for (const used of filters.filter((each) => each !== original)) await assertRejected(`/feedback?${used}`, cursor)
    assert.equal((await acme.api.get(`/feedback?${original}&cursor=${cursor}`)).status, 200)
  }
  await assertRejected('/roadmap', await cursorOf(acme.api, '/roadmap?status=planned'))
  await assertRejected('/roadmap?status=planned', await cursorOf(acme.api, '/roadmap'))
  await assertRejected('/changelog', await cursorOf(acme.api, '/changelog?state=draft'))
  await assertRejected('/changelog?state=published', await cursorOf(acme.api, '/changelog?state=draft'))
})

test('accepts a cursor with another page size', async () => {
  const whole = await acme.api.listAll('/changelog')
  const first = (await acme.api.get('/changelog?limit=1')).body
  const rest = (await acme.api.get(`/changelog?limit=50&cursor=${first.pagination.nextCursor}`)).body
  assert.deepEqual([...first.data, ...rest.data], whole)
})

test('accepts a cursor whose row has been deleted', async () => {
  const { api } = await app.workspace()
  for (const title of ['One', 'Two', 'Three']) await api.create('/changelog', { title })
  const { data, pagination } = (await api.get('/changelog?limit=2')).body
  await api.delete(`/changelog/${data[1].id}`)
  const rest = (await api.get(`/changelog?limit=2&cursor=${pagination.nextCursor}`)).body
  assert.deepEqual(
    rest.data.map(({ title }: { title: string }) => title),
    ['One'],
  )
})
