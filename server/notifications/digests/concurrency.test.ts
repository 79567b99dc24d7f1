import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { addCustomers, countBy } from '../../test/fixtures/deliveries.ts'
import { allRecipients, createDigestFixtures } from '../../test/fixtures/digests.ts'
import { startBlockingTransaction } from '../../test/support/locks.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import type { Worker } from '../../worker.ts'
import { claimDeliveries } from '../deliveries/repository.ts'
import { fanOutDigest } from '../recipients/fan-out-digest.ts'
import { requeueLostJobs } from '../requeue-lost-jobs.ts'
import { createDueDigests } from './create-due-digests.ts'

const world = await createTestApp()
const { database, jobs } = world
const { pool } = database
const desk = await createDigestFixtures(world, { keep: 'ids' })

const workers: Worker[] = []
after(async () => {
  for (const { stop } of workers) await stop()
})

async function work(smtpUrl: string): Promise<Worker> {
  const worker = await startTestWorker(world, undefined, smtpUrl)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await worker.stop()
  }
  workers.push({ stop })
  return { stop }
}

/** What other tests have left to be told. */
async function forgetAll(): Promise<void> {
  await pool.query('delete from notification_digests')
  await pool.query('delete from pgboss.job')
}

/** A public request that so many customers voted for, and that has just moved. */
async function moved(acme: TestWorkspace, voters: number): Promise<string> {
  await addCustomers(world, acme.id, voters)
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await pool.query(
    `insert into votes (workspace_id, feedback_id, customer_id, created_at)
     select workspace_id, $2, id, now() from customers where workspace_id = $1`,
    [acme.id, id],
  )
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  return id
}

const makeDue = (feedbackId: string) =>
  pool.query(`update notification_events set due_at = now() - interval '1 second' where feedback_id = $1`, [feedbackId])

const rowsOf = async (table: string, acme: TestWorkspace) =>
  (await pool.query(`select * from ${table} where workspace_id = $1`, [acme.id])).rows

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come to that within a minute.')
    await sleep(20)
  }
}

const hasEnded = (acme: TestWorkspace) => async () => {
  const [bundles, deliveries] = [
    await rowsOf('notification_digests', acme),
    await rowsOf('notification_deliveries', acme),
  ]
  return bundles.some(({ fanned_out_at }) => fanned_out_at) && deliveries.every(({ ended_at }) => ended_at)
}

test('ten clocks at once make one bundle, and whatever is noted meanwhile is in it or waits its turn', async () => {
  const acme = await world.workspace()
  const id = await moved(acme, 3)
  const reply = (body: string) => acme.api.create(`/feedback/${id}/comments`, { body, kind: 'staff_reply' })
  const clocks = Array.from({ length: 10 }, () => createDueDigests({ database, jobs }, desk.at(3)))
  await Promise.all([...clocks, ...Array.from({ length: 10 }, (_, index) => reply(String(index)))])
  await createDueDigests({ database, jobs }, desk.at(4))
  assert.equal((await rowsOf('notification_digests', acme)).length, 1)
  await createDueDigests({ database, jobs }, desk.at(70))
  const bundles = await rowsOf('notification_digests', acme)
  const news = await rowsOf('notification_events', acme)
  assert.equal(news.length, 10)
  assert.ok(news.every(({ digest_id }) => bundles.some((bundle) => bundle.id === digest_id)))
  assert.equal(bundles.filter(({ stage }) => stage !== null).length, 1)
})

test('a request that somebody holds is left for the next look', async () => {
  const acme = await world.workspace()
  const id = await moved(acme, 1)
  const held = await startBlockingTransaction(world, 'select from feedback where id = $1 for update', [id])
  assert.deepEqual(await createDueDigests({ database, jobs }, desk.at(3)), [])
  await held.release()
  assert.equal((await createDueDigests({ database, jobs }, desk.at(3))).length, 1)
})

test('a list of 2,500 that many write at once, and that was broken off, has each customer once', async () => {
  const acme = await world.workspace()
  await moved(acme, 2_500)
  const [digestId] = await createDueDigests({ database, jobs }, desk.at(3))
  const list = () => acme.write((scope) => fanOutDigest(scope, digestId!))
  await assert.rejects(
    acme.write(async (scope) => {
      await fanOutDigest(scope, digestId!)
      throw new Error('broken off')
    }),
    /broken off/,
  )
  await Promise.all(Array.from({ length: 4 }, list))
  while (await list());
  const deliveries = await rowsOf('notification_deliveries', acme)
  assert.equal(deliveries.length, 2_500)
  assert.equal((await rowsOf('notification_digests', acme))[0]!.fanout_batches, 3)
})

test('two workers tell 300 voters once each; what one had claimed as it died is sent by another', async () => {
  await forgetAll()
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await world.workspace()
  await moved(acme, 300)
  const [digestId] = await desk.createDigests(3)
  const claimed = await claimDeliveries(
    database,
    { workspaceId: acme.id, digestId: digestId!, ...allRecipients },
    5,
    desk.at(3),
  )
  assert.equal(claimed.length, 5)
  await pool.query(`update notification_deliveries set due_at = now() where workspace_id = $1`, [acme.id])
  const both = [await work(smtp.url), await work(smtp.url)]
  await until(hasEnded(acme))
  assert.equal(smtp.messages.length, 300)
  assert.deepEqual(new Set(countBy(smtp.messages, ({ to }) => to).values()), new Set([1]))
  for (const { stop } of both) await stop()
  await smtp.stop()
})

test('news that have lost their jobs get new ones, and are told by a worker', async () => {
  await forgetAll()
  const smtp = await startSmtpServer({ keep: 'ids' })
  const [unlisted, undelivered] = [await world.workspace(), await world.workspace()]
  await moved(undelivered, 3)
  const [second] = await desk.createDigests(3)
  const id = await moved(unlisted, 3)
  await makeDue(id)
  const [first] = await createDueDigests({ database, jobs }, systemClock())
  await pool.query('delete from pgboss.job')
  await pool.query(`update notification_digests set created_at = now() - interval '11 minutes' where id = $1`, [first])
  await pool.query(`update notification_deliveries set due_at = now() - interval '11 minutes' where digest_id = $1`, [
    second,
  ])
  const write = (workspaceId: string, act: (scope: WriteScope) => Promise<void>) =>
    [unlisted, undelivered].find((each) => each.id === workspaceId)!.write(act)
  assert.deepEqual((await requeueLostJobs(database, write)).sort(), [first, second].sort())
  assert.deepEqual(await requeueLostJobs(database, write), [])
  const worker = await work(smtp.url)
  await until(hasEnded(unlisted))
  await until(hasEnded(undelivered))
  assert.equal(smtp.messages.length, 6)
  await worker.stop()
  await smtp.stop()
})
