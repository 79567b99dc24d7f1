import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../server/test/test-app.ts'
import { Heed } from '../src/index.ts'

const app = await createTestApp()

/** Creates a workspace with requests, and a client that records the queries of its requests. */
async function createFilledWorkspace(count: number) {
  const acme = await app.workspace()
  const titles = Array.from({ length: count }, (_, at) => `Request ${at}`)
  for (const title of titles) await acme.api.create('/feedback', { title })
  const queries: string[] = []
  const heed = new Heed({
    baseUrl: app.origin,
    token: acme.key,
    fetch: (url, init) => {
      queries.push(new URL(String(url)).search)
      return fetch(url, init)
    },
  })
  return { acme, heed, queries, newestFirst: titles.toReversed() }
}

test('iterates over all items, in pages of the chosen size', async () => {
  const { heed, queries, newestFirst } = await createFilledWorkspace(7)
  const seen: string[] = []
  for await (const { title } of heed.feedback.list({ limit: 3 })) seen.push(title)
  assert.deepEqual(seen, newestFirst)
  assert.equal(queries.length, 3)
  assert.ok(queries.every((query) => query.includes('limit=3')))
})

test('requests the largest pages when iterated, and the API’s default page when awaited', async () => {
  const { heed, queries, newestFirst } = await createFilledWorkspace(26)
  const list = heed.feedback.list()
  const seen = []
  for await (const { title } of list) seen.push(title)
  assert.deepEqual([seen, queries], [newestFirst, ['?limit=100']])
  const page = await heed.feedback.list()
  assert.deepEqual([page.data.length, page.hasMore, queries[1]], [25, true, ''])
})

test('a page returns the next page, and iterating over it reads the rest', async () => {
  const { heed, newestFirst } = await createFilledWorkspace(5)
  const first = await heed.feedback.list({ limit: 2 })
  assert.deepEqual([first.data.length, first.hasMore, typeof first.nextCursor], [2, true, 'string'])
  const second = await first.next()
  assert.deepEqual(
    second!.data.map(({ title }) => title),
    newestFirst.slice(2, 4),
  )
  const rest = []
  for await (const { title } of second!) rest.push(title)
  assert.deepEqual(rest, newestFirst.slice(2))
  const last = await second!.next()
  assert.deepEqual([last!.hasMore, last!.nextCursor, await last!.next()], [false, null, null])
  const resumed = await heed.feedback.list({ limit: 2, cursor: first.nextCursor! })
  assert.deepEqual(resumed.data, second!.data)
})

test('sends nothing before it is awaited or iterated, and one request when it is awaited twice', async () => {
  const { heed, queries } = await createFilledWorkspace(1)
  const list = heed.feedback.list()
  assert.deepEqual(queries, [])
  assert.equal(await list, await list)
  assert.equal(queries.length, 1)
})

test('stops asking for pages when the loop ends early', async () => {
  const { heed, queries } = await createFilledWorkspace(6)
  for await (const _ of heed.feedback.list({ limit: 2 })) break
  assert.equal(queries.length, 1)
  let pages = 0
  for await (const page of heed.feedback.list({ limit: 2 }).pages()) {
    pages += 1
    if (page.data.length !== 2 || pages === 2) break
  }
  assert.deepEqual([pages, queries.length], [2, 3])
})

test('yields every existing item once while others are created and deleted', async () => {
  const { acme, heed } = await createFilledWorkspace(0)
  const entries = []
  for (let at = 0; at < 12; at++) entries.push(await acme.api.create('/changelog', { title: `Entry ${at}` }))
  const newestFirst = entries.map(({ id }) => id).toReversed()
  const seen: string[] = []
  for await (const { id } of heed.changelog.list({ limit: 3 })) {
    seen.push(id)
    await acme.api.create('/changelog', { title: 'New' })
    // Deletes the entries that have been read.
    if (seen.length % 3 === 0) await heed.changelog.delete(id)
  }
  assert.deepEqual(seen, newestFirst)
})

test('rejects an error in the middle of an iteration, and like a promise', async () => {
  const { heed } = await createFilledWorkspace(1)
  await assert.rejects(heed.feedback.list({ cursor: 'no-cursor' }), { code: 'validation_error' })
  await assert.rejects(
    async () => {
      for await (const _ of heed.feedback.list({ board: 'nowhere' })) assert.fail()
    },
    { code: 'validation_error' },
  )
  const list = heed.feedback.list({ limit: 0 })
  assert.equal(await list.catch((error) => error.code), 'validation_error')
  let hasEnded = false
  await heed.feedback.list().finally(() => {
    hasEnded = true
  })
  assert.ok(hasEnded)
})

test('follows the events, starting after the last one', async () => {
  const { acme, heed } = await createFilledWorkspace(3)
  let after: string | undefined
  const follow = async () => {
    const types = []
    for await (const event of heed.events.list(after ? { after, limit: 2 } : { limit: 2 })) {
      after = event.id
      types.push(event.type)
    }
    return types
  }
  assert.ok((await follow()).length >= 3)
  await acme.api.create('/feedback', { title: 'Later' })
  assert.deepEqual(await follow(), ['feedback.created'])
  assert.deepEqual(await follow(), [])
})
