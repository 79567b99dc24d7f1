import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache } from './page-cache.ts'

const answer = (body: string) => ({
  status: 200,
  headers: {},
  body: Buffer.from(body),
  etag: '"x"',
  compressed: new Map(),
})

test('shares one rendering among concurrent requests', async () => {
  const cache = new PageCache()
  const made = Promise.withResolvers<ReturnType<typeof answer>>()
  let times = 0
  const readers = Array.from({ length: 100 }, () =>
    cache.get('page', () => {
      times += 1
      return made.promise
    }),
  )
  made.resolve(answer('one'))
  assert.deepEqual(new Set((await Promise.all(readers)).map((each) => each?.body.toString())), new Set(['one']))
  assert.equal(times, 1)
})

test('renders again after an uncacheable response or an error', async () => {
  const cache = new PageCache()
  assert.equal(await cache.get('own', async () => null), null)
  assert.equal((await cache.get('own', async () => answer('two')))?.body.toString(), 'two')
  await assert.rejects(cache.get('broken', async () => assert.fail('away')))
  assert.ok(await cache.get('broken', async () => answer('three')))
})

test('stays within its size when every request has a different URL', async () => {
  const cache = new PageCache()
  for (let n = 0; n < 30_000; n++) await cache.get(`${n} ${'x'.repeat(300)}`, async () => answer('small'))
  assert.ok(cache.bytes > 0 && cache.bytes <= 32_000_000, `${cache.bytes}`)
  for (let n = 0; n < 500; n++) await cache.get(`large ${n}`, async () => answer('x'.repeat(200_000)))
  assert.ok(cache.bytes <= 32_000_000, `${cache.bytes}`)
})
