import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { id } = await acme.api.create('/changelog', { title: 'Everybody reads this', body: 'Word '.repeat(2_000) })
await acme.api.post(`/changelog/${id}/publish`)
const path = `/p/${acme.slug}/changelog/${id}`

const readers = 1_000
const timesEach = 3

/** Counts the executions of a statement during some work. */
async function statementsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const note = () => {
    count += 1
  }
  world.database.pool.on('acquire', note)
  await work()
  world.database.pool.off('acquire', note)
  return count
}

const agent = new Agent({ keepAlive: true, maxSockets: readers })

const read = (): Promise<{ status: number; bytes: number }> =>
  new Promise((resolve, reject) => {
    const sent = request(world.origin + path, { agent }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, bytes }))
      answer.on('error', reject)
    })
    // On a slow machine, the server may close an idle connection just when it is used again.
    sent.on('error', (error) => (sent.reusedSocket ? resolve(read()) : reject(error)))
    sent.end()
  })

test('renders an entry only a few times for a thousand concurrent readers', async () => {
  const began = performance.now()
  const seen = new Set<string>()
  const statements = await statementsDuring(() =>
    Promise.all(
      Array.from({ length: readers }, async () => {
        for (let time = 0; time < timesEach; time++) {
          const { status, bytes } = await read()
          seen.add(`${status} ${bytes > 10_000}`)
        }
      }),
    ),
  )
  agent.destroy()
  assert.deepEqual([...seen], ['200 true'])
  // Rendered at the start and then once a second, with four statements: context, entry, adjacent entries, comments.
  const seconds = Math.ceil((performance.now() - began) / 1_000)
  assert.ok(statements > 0 && statements <= 4 * (seconds + 1), `${statements} statements in ${seconds} s`)
})

test('answers 304 to an unchanged page, and gives signed-in customers a private response', async () => {
  const reader = createPortalClient(world, acme)
  const { headers } = await reader.get(`/changelog/${id}`)
  assert.match(headers.get('cache-control')!, /^public, max-age=\d+, stale-while-revalidate=\d+$/)
  assert.match(headers.get('vary')!, /Cookie/)
  const again = await reader.get(`/changelog/${id}`, { 'if-none-match': `W/${headers.get('etag')}` })
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', headers.get('etag')])
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const own = await ada.get(`/changelog/${id}`)
  assert.match(own.headers.get('cache-control')!, /^private/)
  assert.equal(own.headers.get('etag'), null)
  assert.match(own.text, /class="me"/)
})
