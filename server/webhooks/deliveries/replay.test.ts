import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import { claimDeliveries } from './claim.ts'
import { fanOutEvents } from './fan-out.ts'
import { Slots } from './slots.ts'

const app = await createTestApp()

test('a replay makes a delivery that waits for a retry due, instead of creating another one', async () => {
  const acme = await app.workspace()
  const url = 'https://example.com/hook'
  const { id } = await acme.api.create('/webhooks', { url, events: ['feedback.created'] })
  const since = new Date().toISOString()
  await acme.api.create('/feedback', { title: 'CSV' })
  await fanOutEvents(app.database)
  const deliveries = async () => (await acme.api.get(`/webhooks/${id}/deliveries`)).body.data
  const [delivery] = await deliveries()
  const claimed = async () => {
    const slots = new Slots(() => {})
    return (await claimDeliveries(app.database, slots)).map((each) => each.id)
  }
  const replays = [`/webhooks/${id}/replay`, `/webhooks/${id}/deliveries/${delivery.id}/replay`]
  for (const path of replays) {
    for (const table of ['webhooks', 'webhook_deliveries']) {
      await app.database.pool.query(
        `update ${table} set next_attempt_at = now() + interval '10 hours' where workspace_id = $1`,
        [acme.id],
      )
    }
    assert.deepEqual(await claimed(), [])
    assert.deepEqual((await acme.api.post(path, path === replays[0] ? { since } : undefined)).body.data, { count: 1 })
    assert.deepEqual(await claimed(), [delivery.id])
    // While an attempt runs, it is not attempted again.
    assert.deepEqual((await acme.api.post(path, path === replays[0] ? { since } : undefined)).body.data, { count: 0 })
    assert.deepEqual(await claimed(), [])
  }
  assert.equal((await deliveries()).length, 1)
})
