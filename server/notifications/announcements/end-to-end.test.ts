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
import { fanOutAnnouncement } from '../recipients/fan-out-announcement.ts'
import { requeueLostJobs } from '../requeue-lost-jobs.ts'

const world = await createTestApp()
const { pool } = world.database

const lines: string[] = []
const log = logTo({ write: (line) => lines.push(line) }, 'info')

const workers: Worker[] = []
const work = async (url: string) => {
  const { stop } = await startTestWorker(world, log, url)
  workers.push({ stop })
  return { stop }
}
after(async () => {
  for (const { stop } of workers) await stop()
})

test('1,000 customers hear once each; who opted out, has no address or came later hears nothing', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 1_000)
  await pool.query(
    `update customers set mail_opted_out_at = now() where workspace_id = $1 and external_id::integer % 10 = 0`,
    [acme.id],
  )
  await pool.query(`update customers set email = null where workspace_id = $1 and external_id::integer % 100 = 1`, [
    acme.id,
  ])
  const elsewhere = await world.workspace()
  await addCustomers(world, elsewhere.id, 10, 'elsewhere')
  const { id } = await acme.api.create('/changelog', { title: 'CSV export', body: 'Everything, **as a file**.' })
  const publications = await Promise.all(Array.from({ length: 5 }, () => acme.api.post(`/changelog/${id}/publish`)))
  assert.ok(publications.every(({ status }) => status === 200))
  await addCustomers(world, acme.id, 10, 'late')

  const [first, second] = [await work(smtp.url), await work(smtp.url)]
  await waitForDeliveries(world, id)
  await acme.api.post(`/changelog/${id}/publish`)
  assert.deepEqual(await countDeliveriesByState(world, id), { sent: 890, suppressed: 100 })
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

test('who opts out while the run goes on hears nothing more', async () => {
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 200)
  let isOptedOut = false
  const smtp = await startSmtpServer({
    keep: 'ids',
    // The first message is not accepted before everybody has opted out.
    async onRecipient() {
      while (!isOptedOut) await sleep(5)
      return null
    },
  })
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const worker = await work(smtp.url)
  await smtp.waitUntil(() => smtp.recipientCount > 0)
  await pool.query('update customers set mail_opted_out_at = now() where workspace_id = $1', [acme.id])
  isOptedOut = true
  await waitForDeliveries(world, id)
  const { sent = 0, suppressed = 0 } = await countDeliveriesByState(world, id)
  assert.equal(sent + suppressed, 200)
  // What was on its way already: one in each lane.
  assert.ok(sent > 0 && sent <= 5, String(sent))
  assert.equal(smtp.messages.length, sent)
  await worker.stop()
  await smtp.stop()
})

test('deleting the entry stops what has not been sent', async () => {
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 500)
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
  const worker = await work(smtp.url)
  await smtp.waitUntil(() => smtp.recipientCount > 0)
  assert.equal((await acme.api.delete(`/changelog/${id}`)).status, 200)
  isDeleted = true
  await endOfJobs()
  assert.ok(smtp.messages.length <= 5, String(smtp.messages.length))
  assert.deepEqual(await countDeliveriesByState(world, id), {})
  await worker.stop()
  await smtp.stop()
})

test('a job whose work cannot be done is tried again, and done when it can be', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 3)
  await pool.query('alter table notification_deliveries rename column attempts to tries')
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const worker = await work(smtp.url)
  await until(async () => {
    const { rowCount } = await pool.query(`select from pgboss.job where name = 'deliver' and state = 'retry'`)
    return rowCount! > 0
  })
  await pool.query('alter table notification_deliveries rename column tries to attempts')
  await waitForDeliveries(world, id)
  assert.deepEqual(await countDeliveriesByState(world, id), { sent: 3 })
  assert.equal(smtp.messages.length, 3)
  await worker.stop()
  await smtp.stop()
})

test('an announcement that has lost its jobs gets new ones, and one that has some gets none', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await world.workspace()
  await addCustomers(world, acme.id, 5)
  const entry = async (title: string) => {
    const { id } = await acme.api.create('/changelog', { title })
    await acme.api.post(`/changelog/${id}/publish`)
    return id
  }
  const [unlisted, undelivered, sound] = [await entry('One'), await entry('Two'), await entry('Three')]
  while (await acme.write((scope) => fanOutAnnouncement(scope, undelivered)));
  await pool.query(`update announcements set due_at = now() - interval '11 minutes' where workspace_id = $1`, [acme.id])
  await pool.query(
    `update notification_deliveries set due_at = now() - interval '11 minutes' where workspace_id = $1`,
    [acme.id],
  )
  await pool.query(`delete from pgboss.job where data->>'entryId' <> $1`, [sound])
  const write = (_workspaceId: string, work: (scope: WriteScope) => Promise<void>) => acme.write(work)
  assert.deepEqual((await requeueLostJobs(world.database, write)).sort(), [unlisted, undelivered].sort())
  assert.deepEqual(await requeueLostJobs(world.database, write), [])
  // Customers that came after the publication, as it now stands, are not told of it.
  await pool.query(`update customers set created_at = now() - interval '1 day' where workspace_id = $1`, [acme.id])
  const worker = await work(smtp.url)
  for (const id of [unlisted, undelivered, sound]) {
    await waitForDeliveries(world, id)
    assert.deepEqual(await countDeliveriesByState(world, id), { sent: 5 })
  }
  assert.equal(smtp.messages.length, 15)
  await worker.stop()
  await smtp.stop()
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come to that within a minute.')
    await sleep(20)
  }
}

const endOfJobs = () =>
  until(async () => {
    const { rowCount } = await pool.query(
      `select from pgboss.job where state in ('created', 'retry', 'active') and name in ('announce', 'deliver')`,
    )
    return rowCount === 0
  })
