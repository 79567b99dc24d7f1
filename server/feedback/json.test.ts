import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestApp } from '../test/test-app.ts'
import { getFeedback } from './queries.ts'

const app = await createTestApp()

const textOf = async (path: string, key: string): Promise<string> =>
  (await fetch(`${app.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).text()

// Characters that JSON escapes, or that look like parts of it, and any others that PostgreSQL can store.
const character = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    '\n',
    '\t',
    '\u0001',
    '\u007f',
    '\u2028',
    '{',
    '}',
    ',',
    '},{"id":"',
    "'",
    '%',
    '$1',
    'é',
    '😀',
    'ا',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\u0000' && text.isWellFormed()),
)
const text = (maxLength: number) => fc.string({ unit: character, maxLength })
// A title needs a visible character.
const titles = text(60).map((rest) => `T${rest}`)

test('writes the same JSON for a request as JSON.stringify, for any text', async () => {
  const acme = await app.workspace()
  await app.database.pool.query('update boards set name = $2 where workspace_id = $1', [acme.id, 'Ideas "and" \\more'])
  const requests = fc.array(fc.record({ title: titles, description: text(300) }), {
    minLength: 3,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(requests, async (inputs) => {
      for (const input of inputs) {
        const { id } = await acme.api.create('/feedback', input)
        if (input.title.length % 2 === 0) await acme.api.post(`/feedback/${id}/promote`, { status: 'planned' })
        const stored = await acme.write((tx) => getFeedback(tx, id))
        assert.equal(await textOf(`/feedback/${id}`, acme.key), JSON.stringify({ data: stored }))
      }
      const { data, pagination } = JSON.parse(await textOf('/feedback?limit=5', acme.key))
      const stored = await acme.write((tx) => Promise.all(data.map(({ id }: { id: string }) => getFeedback(tx, id))))
      assert.equal(await textOf('/feedback?limit=5', acme.key), JSON.stringify({ data: stored, pagination }))
      const found = JSON.parse(await textOf('/feedback?limit=5&search=T', acme.key)).pagination
      assert.equal(
        await textOf('/feedback?limit=5&search=T', acme.key),
        JSON.stringify({ data: stored, pagination: found }),
      )
      const [first, second] = JSON.parse(await textOf('/feedback?limit=2', acme.key)).data
      const one = JSON.parse(await textOf('/feedback?limit=1', acme.key))
      assert.deepEqual(one.data, [first])
      const next = JSON.parse(await textOf(`/feedback?limit=1&cursor=${one.pagination.nextCursor}`, acme.key))
      assert.deepEqual(next.data, [second])
    }),
    { numRuns: 5 },
  )
})

test('returns the length in bytes and the same headers for GET and HEAD, for texts of any length', async () => {
  const acme = await app.workspace()
  for (const length of [1, 5_000, 10_000]) {
    const title = `É${'😀'.repeat(40)}`
    const { id } = await acme.api.create('/feedback', { title, description: '"ü\n'.repeat(length / 4) })
    for (const path of [`/feedback/${id}`, '/feedback', '/feedback?search=É']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => {
          const headers = { authorization: `Bearer ${acme.key}`, 'x-request-id': 'same' }
          const response = await fetch(`${app.origin}/api/v1${path}`, { method, headers })
          return { response, body: Buffer.from(await response.arrayBuffer()) }
        }),
      )
      assert.equal(get!.response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(Number(get!.response.headers.get('content-length')), get!.body.length)
      assert.equal(head!.body.length, 0)
      // The client closes the connection after a HEAD.
      const others = new Set(['ratelimit', 'date', 'connection', 'keep-alive'])
      const sameOf = ({ headers }: Response) => [...headers].filter(([name]) => !others.has(name))
      assert.deepEqual(sameOf(head!.response), sameOf(get!.response))
    }
  }
})
