import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'
import { claimDeliveries } from './claim.ts'
import { fanOutEvents } from './fan-out.ts'
import { recordOutcome } from './record-outcome.ts'
import { Slots } from './slots.ts'

const app = await createTestApp()
const ada = { email: 'ada@example.com', name: 'Ada' }

/** Creates a customer's request, and claims the delivery of its event. */
async function start() {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/webhooks', { url: 'https://example.com/', events: ['feedback.created'] })
  await acme.api.create('/feedback', { title: 'SECRET', submitter: ada })
  const [customer] = (await acme.api.get('/customers')).body.data
  await fanOutEvents(app.database)
  const [delivery] = await claimDeliveries(app.database, new Slots(() => {}))
  /** Records a response that repeats the event. */
  const record = (outcome: 'succeeded' | 'failed', whileLocked: () => Promise<unknown> = async () => {}) =>
    acme.write(async (tx) => {
      const attempt = { at: tx.now, responseStatus: 500, durationMs: 1, error: '', responseExcerpt: 'SECRET' }
      await recordOutcome(tx, delivery!, { outcome, attempt, retryAfter: null })
      await whileLocked()
    })
  const erase = () => acme.write((tx) => deleteCustomer(tx, customer.id, { withRequests: true }))
  const excerpts = async () => {
    const { data } = (await acme.api.get(`/webhooks/${id}/deliveries`)).body
    return data[0].attempts.map(({ responseExcerpt }: { responseExcerpt: string | null }) => responseExcerpt)
  }
  return { record, erase, excerpts }
}

for (const outcome of ['succeeded', 'failed'] as const) {
  test(`does not store the response of an attempt that ${outcome} if the event was erased meanwhile`, async () => {
    const { record, erase, excerpts } = await start()
    await erase()
    await record(outcome)
    assert.deepEqual(await excerpts(), [null])
  })

  test(`erases the response of an attempt that ${outcome} if the event is erased while the attempt is recorded`, async () => {
    const { record, erase, excerpts } = await start()
    let erasing: Promise<unknown> | undefined
    await record(outcome, async () => {
      erasing = erase()
      await waitForBlockedConnections(app)
    })
    await erasing
    assert.deepEqual(await excerpts(), [null])
  })

  test(`stores the response of an attempt that ${outcome} if the event was not erased`, async () => {
    const { record, excerpts } = await start()
    await record(outcome)
    assert.deepEqual(await excerpts(), ['SECRET'])
  })
}
