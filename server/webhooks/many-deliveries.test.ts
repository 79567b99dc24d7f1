import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp } from '../test/test-app.ts'
import { deleteChannel } from './channels/delete.ts'
import { deleteWebhook } from './delete.ts'
import { fanOutEvents } from './deliveries/fan-out.ts'
import { recordOutcome } from './deliveries/record-outcome.ts'
import { updateWebhook } from './update.ts'

const app = await createTestApp()

const gone = {
  outcome: 'gone' as const,
  retryAfter: null,
  attempt: { at: new Date().toISOString(), responseStatus: 410, durationMs: 1, error: 'gone', responseExcerpt: null },
}

const url = 'https://example.com/hook'
const outbound = { refuse: async () => null }

/** Makes a webhook a channel of the team's chat. */
const makeChannel = (tx: WriteScope, id: string) =>
  sql`update webhooks set provider = 'slack' where workspace_id = ${tx.workspaceId} and id = ${id}`.execute(tx.db)

const writes: Record<string, (tx: WriteScope, id: string, deliveryId: string) => Promise<unknown>> = {
  'disabled by hand': (tx, id) => updateWebhook({ outbound }, tx, id, { enabled: false }),
  'disabled by its receiver': (tx, webhookId, id) =>
    recordOutcome(
      tx,
      {
        id,
        webhookId,
        eventId: id,
        eventType: 'feedback.created',
        eventVersion: '0',
        attempts: 0,
        url,
        provider: null,
      },
      gone,
    ),
  deleted: (tx, id) => deleteWebhook(tx, id),
  'deleted as a channel': async (tx, id) => {
    await makeChannel(tx, id)
    await deleteChannel(tx, id)
  },
}

for (const [name, work] of Object.entries(writes)) {
  test(`a webhook is ${name} even if changing its deliveries exceeds the statement timeout`, async () => {
    const acme = await app.workspace()
    const { id } = await acme.api.create('/webhooks', { url, events: ['feedback.created'] })
    for (const title of ['one', 'two']) await acme.api.create('/feedback', { title })
    await fanOutEvents(app.database)
    const { data } = (await acme.api.get(`/webhooks/${id}/deliveries`)).body
    // Makes the statement slow, because it waits for the lock on one of the deliveries.
    const blocking = await startBlockingTransaction(app, 'select from webhook_deliveries where id = $1 for update', [
      data[0].id,
    ])
    const done = acme.write(async (tx) => {
      await sql`set local statement_timeout = '1s'`.execute(tx.db)
      await work(tx, id, data[1].id)
    })
    await waitForBlockedConnections(app)
    await sleep(1_500)
    await blocking.release()
    await done
    const { status, body } = await acme.api.get(`/webhooks/${id}`)
    assert.ok(status === 404 || body.data.enabled === false)
  })
}
