import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { logTo } from '../../platform/log.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { addCustomers, countBy, countDeliveriesByState, waitForDeliveries } from '../../test/fixtures/deliveries.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import type { Worker } from '../../worker.ts'
import { fanOut } from '../recipients/fan-out.ts'
import { requeueLostJobs } from '../requeue-lost-jobs.ts'

const app = await createTestApp()
const { pool } = app.database

const lines: string[] = []
const log = logTo({ write: (line) => lines.push(line) }, 'info')

const workers: Worker[] = []
const startWorker = async (url: string) => {
  const { stop } = await startTestWorker(app, log, url)
  workers.push({ stop })
  return { stop }
}
after(async () => {
  for (const { stop } of workers) await stop()
})

test('sends one message to each of 1,000 customers, unless opted out, without address or added later', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 1_000)
  await pool.query(
    `update customers set mail_opted_out_at = now() where workspace_id = $1 and external_id::integer % 10 = 0`,
    [acme.id],
  )
  await pool.query(`update customers set email = null where workspace_id = $1 and external_id::integer % 100 = 1`, [
    acme.id,
  ])
  const elsewhere = await app.workspace()
  await addCustomers(app, elsewhere.id, 10, 'elsewhere')
  const { id } = await acme.api.create('/changelog', { title: 'CSV export', body: 'Everything, **as a file**.' })
  const publications = await Promise.all(Array.from({ length: 5 }, () => acme.api.post(`/changelog/${id}/publish`)))
  assert.ok(publications.every(({ status }) => status === 200))
  await addCustomers(app, acme.id, 10, 'late')

  const [first, second] = [await startWorker(smtp.url), await startWorker(smtp.url)]
  await waitForDeliveries(app, id)
  await acme.api.post(`/changelog/${id}/publish`)
  assert.deepEqual(await countDeliveriesByState(app, id), { sent: 890, suppressed: 100 })
  const counts = countBy(smtp.messages, ({ to }) => to)
  assert.equal(counts.size, 890)
  assert.deepEqual(new Set(counts.values()), new Set([1]))
  assert.equal(countBy(smtp.messages, ({ messageId }) => messageId).size, 890)
  for (const address of counts.keys()) assert.doesNotMatch(address, /^(elsewhere|late)/)
  await until(async () => lines.some((line) => line.includes(id) && line.includes('"msg":"announced"')))
  assert.ok(lines.some((line) => line.includes('"sent":890')))
  await first.stop()
  await second.stop()
  await smtp.stop()
})

test('stops sending to customers who opt out during the run', async () => {
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 200)
  let isOptedOut = false
  const smtp = await startSmtpServer({
    keep: 'ids',
    // Accepts the first message only after all customers have opted out.
    async onRecipient() {
      while (!isOptedOut) await sleep(5)
      return null
    },
  })
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const worker = await startWorker(smtp.url)
  await smtp.waitUntil(() => smtp.recipientCount > 0)
  await pool.query('update customers set mail_opted_out_at = now() where workspace_id = $1', [acme.id])
  isOptedOut = true
  await waitForDeliveries(app, id)
  const { sent = 0, suppressed = 0 } = await countDeliveriesByState(app, id)
  assert.equal(sent + suppressed, 200)
  // Messages already in flight: one per sender.
  assert.ok(sent > 0 && sent <= 5, String(sent))
  assert.equal(smtp.messages.length, sent)
  await worker.stop()
  await smtp.stop()
})

test('stops sending when the entry is deleted', async () => {
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 500)
  let isDeleted = false
  const smtp = await startSmtpServer({
    keep: 'ids',
    async onRecipient() {
      while (!isDeleted) await sleep(5)
      return null
    },
  })
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const worker = await startWorker(smtp.url)
  await smtp.waitUntil(() => smtp.recipientCount > 0)
  assert.equal((await acme.api.delete(`/changelog/${id}`)).status, 200)
  isDeleted = true
  await waitForJobs()
  assert.ok(smtp.messages.length <= 5, String(smtp.messages.length))
  assert.deepEqual(await countDeliveriesByState(app, id), {})
  await worker.stop()
  await smtp.stop()
})

test('retries a failed job until it succeeds', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 3)
  await pool.query('alter table notification_deliveries rename column attempts to tries')
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const worker = await startWorker(smtp.url)
  await until(async () => {
    const { rowCount } = await pool.query(`select from pgboss.job where name = 'deliver' and state = 'retry'`)
    return rowCount! > 0
  })
  await pool.query('alter table notification_deliveries rename column tries to attempts')
  await waitForDeliveries(app, id)
  assert.deepEqual(await countDeliveriesByState(app, id), { sent: 3 })
  assert.equal(smtp.messages.length, 3)
  await worker.stop()
  await smtp.stop()
})

test('requeues announcements that lost their jobs, and no others', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 5)
  const entry = async (title: string) => {
    const { id } = await acme.api.create('/changelog', { title })
    await acme.api.post(`/changelog/${id}/publish`)
    return id
  }
  const [notFannedOut, undelivered, intact] = [await entry('One'), await entry('Two'), await entry('Three')]
  while (await acme.write((scope) => fanOut(scope, { entryId: undelivered })));
  await pool.query(`update announcements set due_at = now() - interval '11 minutes' where workspace_id = $1`, [acme.id])
  await pool.query(
    `update notification_deliveries set due_at = now() - interval '11 minutes' where workspace_id = $1`,
    [acme.id],
  )
  await pool.query(`delete from pgboss.job where data->>'entryId' <> $1`, [intact])
  const write = (_workspaceId: string, work: (scope: WriteScope) => Promise<void>) => acme.write(work)
  assert.deepEqual((await requeueLostJobs(app.database, write)).sort(), [notFannedOut, undelivered].sort())
  assert.deepEqual(await requeueLostJobs(app.database, write), [])
  // The publication now counts as 11 minutes old, so the customers must be older.
  await pool.query(`update customers set created_at = now() - interval '1 day' where workspace_id = $1`, [acme.id])
  const worker = await startWorker(smtp.url)
  for (const id of [notFannedOut, undelivered, intact]) {
    await waitForDeliveries(app, id)
    assert.deepEqual(await countDeliveriesByState(app, id), { sent: 5 })
  }
  assert.equal(smtp.messages.length, 15)
  await worker.stop()
  await smtp.stop()
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await sleep(20)
  }
}

const waitForJobs = () =>
  until(async () => {
    const { rowCount } = await pool.query(
      `select from pgboss.job where state in ('created', 'retry', 'active') and name in ('announce', 'deliver')`,
    )
    return rowCount === 0
  })
