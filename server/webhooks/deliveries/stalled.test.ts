import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestApp } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())

/** Starts an endpoint that rejects all deliveries, and never responds to those to `/hang`. */
async function startFailingEndpoint(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url !== '/hang') response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('deliveries that fail or hang do not make the worker look stalled', async () => {
  const endpoint = await startFailingEndpoint()
  const { id, api } = await app.workspace()
  for (const path of ['/reject', '/hang']) {
    await api.create('/webhooks', { url: `${endpoint}${path}`, events: ['feedback.created'] })
  }
  await api.create('/feedback', { title: 'CSV' })
  const countAttempted = async () => {
    const { rows } = await app.database.pool.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries where workspace_id = $1 and attempts <> '[]'`,
      [id],
    )
    return rows[0]!.count
  }
  // An attempt that hangs fails after 15 seconds, which is longer than a poll may take.
  for (const end = Date.now() + 60_000; (await countAttempted()) < 2; await sleep(100)) {
    assert.deepEqual(worker.findStalled(), [])
    assert.ok(Date.now() < end, 'The attempts have not ended.')
  }
  assert.deepEqual(worker.findStalled(), [])
})
