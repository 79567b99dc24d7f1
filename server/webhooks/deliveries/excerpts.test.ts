import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { createTestApp } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import type { WebhookDelivery } from '../schema.ts'
import { getDelivery } from './queries.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())
const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }

/** A receiver on loopback that responds with the body it gets: with status 500 the first time, then with 200. */
const seen = new Set<string>()
const echo = createServer(async (request, response) => {
  const id = `${request.url}${String(request.headers['webhook-id'])}`
  response.writeHead(seen.has(id) ? 200 : 500)
  seen.add(id)
  request.pipe(response)
})
await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
after(() => {
  echo.closeAllConnections()
  echo.close()
})
const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`

/** Creates two webhooks that echo, and a customer with a request. Waits until both have echoed each event once. */
async function prepare() {
  const acme = await app.workspace()
  const webhooks = await Promise.all(
    ['/a', '/b'].map((path) => acme.api.create('/webhooks', { url: url + path, events: ['*'] })),
  )
  await acme.api.create('/feedback', { title: 'SECRET', description: 'Mine.', submitter: ada })
  const other = await acme.api.create('/feedback', { title: 'Of another' })
  const paths = webhooks.map(({ id }) => `/webhooks/${id}/deliveries`)
  const list = async (path: string, api = acme.api): Promise<WebhookDelivery[]> => (await api.get(path)).body.data
  const attempted = async (count: number) => {
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
      const all = await Promise.all(paths.map((path) => list(path)))
      const isDone = (each: WebhookDelivery[]) =>
        each.length >= count && each.every(({ attempts }) => attempts.length > 0)
      if (all.every(isDone)) return all
    }
    return assert.fail('Timed out')
  }
  const [customer] = (await acme.api.get('/customers')).body.data
  return { acme, webhooks, paths, list, attempted, other, customerId: customer.id as string }
}

const excerptsOf = (deliveries: WebhookDelivery[]) =>
  deliveries.flatMap(({ eventType, attempts }) =>
    attempts.map(({ responseExcerpt }) => ({ eventType, responseExcerpt })),
  )

test('erases responses that repeat an erased event, and keeps others', async () => {
  const { acme, attempted, paths, list, other, customerId } = await prepare()
  // The customer, and both requests.
  assert.match(JSON.stringify(await attempted(3)), /SECRET[\s\S]*Lovelace/)
  await acme.write((tx) => deleteCustomer(tx, customerId, { withRequests: true }))
  await attempted(6)
  for (const path of paths) {
    const deliveries = await list(path)
    const text = JSON.stringify(deliveries)
    for (const secret of ['SECRET', 'Mine.', ada.name, ada.email]) assert.ok(!text.includes(secret), text)
    assert.match(text, new RegExp(other.id))
    const created = deliveries.find(({ eventType }) => eventType === 'customer.created')!
    const [first] = created.attempts
    assert.deepEqual([first!.responseStatus, first!.responseExcerpt, typeof first!.durationMs], [500, null, 'number'])
  }
})

test('shows responses to events about customers only to callers who may read those events', async () => {
  const { acme, attempted, paths, list, webhooks } = await prepare()
  const [all] = await attempted(3)
  assert.ok(excerptsOf(all!).every(({ responseExcerpt }) => responseExcerpt !== null))
  const limited = await list(paths[0]!, await acme.withScopes('webhooks:read'))
  assert.equal(limited.length, all!.length)
  for (const { eventType, responseExcerpt } of excerptsOf(limited)) {
    assert.equal(responseExcerpt === null, eventType === 'customer.created', eventType)
  }
  const { id } = all!.find(({ eventType }) => eventType === 'customer.created')!
  const read = (scopes: string[]) =>
    acme.write((tx) => {
      const actor = { type: 'key' as const, id: null, scopes: new Set(scopes) }
      return getDelivery({ ...tx, actor }, webhooks[0]!.id, id)
    })
  const hidden = await read(['webhooks:read'])
  assert.deepEqual([hidden.body, hidden.attempts[0]!.responseExcerpt], [null, null])
  assert.match((await read(['webhooks:read', 'customers:read'])).attempts[0]!.responseExcerpt!, /Lovelace/)
})
