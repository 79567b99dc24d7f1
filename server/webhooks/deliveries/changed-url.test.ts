import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import type { AttemptResult } from './attempt.ts'
import { fanOutEvents } from './fan-out.ts'
import { recordOutcome } from './record-outcome.ts'

const app = await createTestApp()
const [previous, current] = ['https://example.com/previous', 'https://example.com/current']

/** Creates a webhook with a pending delivery. */
async function start() {
  const acme = await app.workspace()
  const { id: webhookId } = await acme.api.create('/webhooks', { url: previous, events: ['feedback.created'] })
  await acme.api.create('/feedback', { title: 'CSV' })
  await fanOutEvents(app.database)
  const path = `/webhooks/${webhookId}`
  const delivery = async () => (await acme.api.get(`${path}/deliveries`)).body.data[0]
  const { id, eventId } = await delivery()
  /** Records the outcome of a retry at this URL. */
  const attempt = (url: string, outcome: AttemptResult['outcome']) => {
    const attempt = { at: new Date().toISOString(), responseStatus: 500, durationMs: 1, error: '', responseExcerpt: '' }
    const result = { outcome, attempt, retryAfter: null }
    return acme.write((tx) =>
      recordOutcome(
        tx,
        { id, webhookId, eventId, eventType: 'feedback.created', eventVersion: '0', attempts: 1, url, provider: null },
        result,
      ),
    )
  }
  const change = () => acme.api.patch(path, { url: current })
  const lastSuccess = async () => (await acme.api.get(path)).body.data.lastSuccessAt
  const reason = async () => (await acme.api.get(path)).body.data.disabledReason
  return { webhookId, delivery, attempt, change, lastSuccess, reason }
}

test('status 410 from a previous URL does not disable the webhook, and the delivery is attempted again', async () => {
  const { delivery, attempt, change, reason } = await start()
  await change()
  await attempt(previous, 'gone')
  assert.equal(await reason(), null)
  assert.equal((await delivery()).status, 'pending')
  await attempt(current, 'gone')
  assert.equal(await reason(), 'gone')
})

test('a success at a previous URL does not count for the webhook', async () => {
  const { lastSuccess, attempt, change } = await start()
  await change()
  await attempt(previous, 'succeeded')
  assert.equal(await lastSuccess(), null)
  await attempt(current, 'succeeded')
  assert.ok(await lastSuccess())
})

test('days of failures at a previous URL do not disable the webhook', async () => {
  const { webhookId, attempt, change, reason } = await start()
  const ageFailure = () =>
    app.database.pool.query(`update webhooks set failing_since = failing_since - interval '6 days' where id = $1`, [
      webhookId,
    ])
  await attempt(previous, 'failed')
  await ageFailure()
  await change()
  await attempt(current, 'failed')
  assert.equal(await reason(), null)
  await ageFailure()
  await attempt(current, 'failed')
  assert.equal(await reason(), 'failing')
})
