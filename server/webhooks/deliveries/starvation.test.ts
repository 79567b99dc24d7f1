import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestApp } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'

const busyWorkspaces = 3
const endpoints = 50
const total = busyWorkspaces * endpoints

const app = await createTestApp()
const { pool } = app.database

const respond = {
  hang: () => {},
  slowly: (response: ServerResponse) => void setTimeout(() => response.end(), 300),
  quickly: (response: ServerResponse) => response.end(),
}
let mode: keyof typeof respond = 'hang'
/** The ids of the events that the healthy endpoint has received. */
const arrived = new Set<string>()

const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url !== '/healthy') return respond[mode](response)
    arrived.add(request.headers['webhook-id'] as string)
    response.end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

const healthy = await app.workspace()
await healthy.api.create('/webhooks', { url: `${origin}/healthy`, events: ['feedback.created'] })
const busy = await Promise.all(Array.from({ length: busyWorkspaces }, () => app.workspace()))
for (const { api } of busy) {
  for (let n = 0; n < endpoints; n += 1)
    await api.create('/webhooks', { url: `${origin}/busy`, events: ['feedback.created'] })
}
const ids = busy.map(({ id }) => id)
const worker = await startTestWorker(app)
after(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await worker.stop()
})

const count = async (query: string): Promise<number> =>
  Number((await pool.query<{ count: string }>(query, [ids])).rows[0]!.count)

const countPending = () =>
  count("select count(*) as count from webhook_deliveries where workspace_id = any($1) and status = 'pending'")

/** Creates an event in the healthy workspace and waits until it is delivered. */
async function deliverHealthy(): Promise<void> {
  await healthy.api.create('/feedback', { title: 'Calendar' })
  const [event] = (await healthy.api.get('/events?type=feedback.created&limit=100')).body.data.slice(-1)
  for (const end = Date.now() + 120_000; !arrived.has(event.id); await sleep(20))
    assert.ok(Date.now() < end, 'The healthy delivery did not arrive')
}

/** Creates deliveries for each busy endpoint, as replays do, once all of them are known to respond quickly. */
async function fillQueues(deliveries: number): Promise<void> {
  mode = 'quickly'
  for (const { api } of busy) await api.create('/feedback', { title: 'Known' })
  for (let isKnown = false; !isKnown; await sleep(50)) {
    const known = "where workspace_id = any($1) and status = 'succeeded'"
    isKnown = (await count(`select count(distinct webhook_id) as count from webhook_deliveries ${known}`)) === total
  }
  await pool.query(
    `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
     select w.workspace_id, gen_random_uuid(), w.id, e.id, e.type, clock_timestamp(), clock_timestamp()
     from webhooks w
     cross join lateral (select id, type from events where workspace_id = w.workspace_id and type = 'feedback.created'
       limit 1) e
     cross join generate_series(1, $2::int) where w.workspace_id = any($1)`,
    [ids, deliveries],
  )
  await pool.query('update webhooks set next_attempt_at = clock_timestamp() where workspace_id = any($1)', [ids])
}

/** Deletes all deliveries. Locks their webhooks first, as the worker does, so that the two cannot deadlock. */
async function emptyQueues(): Promise<void> {
  for (const id of ids) {
    await inTransaction(pool, async ({ db }) => {
      await db.selectFrom('webhooks').select('id').where('workspace_id', '=', id).orderBy('id').forUpdate().execute()
      await db.deleteFrom('webhook_deliveries').where('workspace_id', '=', id).execute()
    })
  }
}

test('new endpoints that hang take no slots from other workspaces', async () => {
  for (const { api } of busy) for (let n = 0; n < 4; n += 1) await api.create('/feedback', { title: `Request ${n}` })
  const attempted = "where workspace_id = any($1) and attempts <> '[]'"
  for (let n = 0; n < 2; n += 1) {
    await deliverHealthy()
    // The first attempts time out after 15 seconds.
    assert.equal(await count(`select count(*) as count from webhook_deliveries ${attempted}`), 0)
  }
  mode = 'quickly'
  receiver.closeAllConnections()
  await emptyQueues()
})

test('long queues of older deliveries do not delay another workspace', async () => {
  await fillQueues(100)
  mode = 'slowly'
  await deliverHealthy()
  assert.ok((await countPending()) > total * 70)
  await emptyQueues()
})

test('a replay to quick endpoints does not delay new events', async () => {
  await fillQueues(120)
  await deliverHealthy()
  assert.ok((await countPending()) > total * 30)
  await emptyQueues()
})

test('a transaction with many events does not delay the events of other workspaces', async () => {
  const events = 10_000
  await pool.query('update webhooks set events = $2 where workspace_id = any($1)', [ids, ['import.finished']])
  await inTransaction(pool, async ({ db }) => {
    for (const id of ids) {
      const { rows } = await sql<{ before: number; at: string }>`
        update event_counters set last_sequence = last_sequence + ${events}::int where workspace_id = ${id}
        returning last_sequence - ${events}::int as before, last_event_at as at`.execute(db)
      const { before, at } = rows[0]!
      await sql`
        insert into events (workspace_id, id, sequence, type, created_at, actor_type, resource_id, data)
        select ${id}::uuid, event_id(${at}::timestamptz, ${before}::bigint + n), ${before}::bigint + n, 'vote.deleted',
          ${at}::timestamptz, 'system', gen_random_uuid(), '{}'
        from generate_series(1, ${events}::bigint) n`.execute(db)
    }
  })
  await deliverHealthy()
  const behind = `select count(*) as count from webhooks w
    join event_counters c on c.workspace_id = w.workspace_id and c.last_sequence > w.last_sequence
    where w.workspace_id = any($1)`
  assert.equal(await count(behind), total)
  await pool.query("update webhooks set disabled_reason = 'manual' where workspace_id = any($1)", [ids])
})
