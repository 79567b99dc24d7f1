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
import { fanOut } from '../recipients/fan-out.ts'
import { requeueLostJobs } from '../requeue-lost-jobs.ts'
import { createDueDigests } from './create-due-digests.ts'

const app = await createTestApp()
const { database, jobs } = app
const { pool } = database
const digests = await createDigestFixtures(app, { keep: 'ids' })

const workers: Worker[] = []
after(async () => {
  for (const { stop } of workers) await stop()
})

async function startWorker(smtpUrl: string): Promise<Worker> {
  const worker = await startTestWorker(app, undefined, smtpUrl)
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await worker.stop()
  }
  workers.push({ stop })
  return { stop }
}

/** Deletes the digests and jobs of other tests. */
async function deletePending(): Promise<void> {
  await pool.query('delete from notification_digests')
  await pool.query('delete from pgboss.job')
}

/** Creates a public request that has this many voters and has just changed stage. */
async function createChangedRequest(acme: TestWorkspace, voters: number): Promise<string> {
  await addCustomers(app, acme.id, voters)
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
  pool.query(
    `update notification_events set due_at = now() - interval '1 second', created_at = now() - interval '1 hour' where feedback_id = $1`,
    [feedbackId],
  )

const rowsOf = async (table: string, acme: TestWorkspace) =>
  (await pool.query(`select * from ${table} where workspace_id = $1`, [acme.id])).rows

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await sleep(20)
  }
}

const isDelivered = (acme: TestWorkspace) => async () => {
  const [rows, deliveries] = [await rowsOf('notification_digests', acme), await rowsOf('notification_deliveries', acme)]
  return rows.some(({ fanned_out_at }) => fanned_out_at) && deliveries.every(({ ended_at }) => ended_at)
}

test('creates one digest for ten concurrent polls, and puts each concurrent event into this or the next digest', async () => {
  const acme = await app.workspace()
  const id = await createChangedRequest(acme, 3)
  const reply = (body: string) => acme.api.create(`/feedback/${id}/comments`, { body, kind: 'staff_reply' })
  const polls = Array.from({ length: 10 }, () => createDueDigests({ database, jobs }, digests.at(3)))
  await Promise.all([...polls, ...Array.from({ length: 10 }, (_, index) => reply(String(index)))])
  await createDueDigests({ database, jobs }, digests.at(4))
  assert.equal((await rowsOf('notification_digests', acme)).length, 1)
  await createDueDigests({ database, jobs }, digests.at(70))
  const rows = await rowsOf('notification_digests', acme)
  const events = await rowsOf('notification_events', acme)
  assert.equal(events.length, 10)
  assert.ok(events.every(({ digest_id }) => rows.some((row) => row.id === digest_id)))
  assert.equal(rows.filter(({ stage }) => stage !== null).length, 1)
})

test('leaves a locked request for the next poll', async () => {
  const acme = await app.workspace()
  const id = await createChangedRequest(acme, 1)
  const blocker = await startBlockingTransaction(app, 'select from feedback where id = $1 for update', [id])
  assert.deepEqual(await createDueDigests({ database, jobs }, digests.at(3)), [])
  await blocker.release()
  assert.equal((await createDueDigests({ database, jobs }, digests.at(3))).length, 1)
})

test('fans out to each of 2,500 customers once, despite a rollback and concurrent workers', async () => {
  const acme = await app.workspace()
  await createChangedRequest(acme, 2_500)
  const [digestId] = await createDueDigests({ database, jobs }, digests.at(3))
  const fanOutBatch = () => acme.write((scope) => fanOut(scope, { digestId: digestId! }))
  await assert.rejects(
    acme.write(async (scope) => {
      await fanOut(scope, { digestId: digestId! })
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  await Promise.all(Array.from({ length: 4 }, fanOutBatch))
  while (await fanOutBatch());
  const deliveries = await rowsOf('notification_deliveries', acme)
  assert.equal(deliveries.length, 2_500)
  assert.equal((await rowsOf('notification_digests', acme))[0]!.fanout_batches, 3)
})

test('sends one message to each of 300 voters with two workers, including those a dead worker had claimed', async () => {
  await deletePending()
  const smtp = await startSmtpServer({ keep: 'ids' })
  const acme = await app.workspace()
  await createChangedRequest(acme, 300)
  const [digestId] = await digests.createDigests(3)
  const claimed = await claimDeliveries(
    database,
    { workspaceId: acme.id, digestId: digestId!, ...allRecipients },
    5,
    digests.at(3),
  )
  assert.equal(claimed.length, 5)
  await pool.query(`update notification_deliveries set due_at = now() - interval '1 second' where workspace_id = $1`, [
    acme.id,
  ])
  const both = [await startWorker(smtp.url), await startWorker(smtp.url)]
  await until(isDelivered(acme))
  assert.equal(smtp.messages.length, 300)
  assert.deepEqual(new Set(countBy(smtp.messages, ({ to }) => to).values()), new Set([1]))
  for (const { stop } of both) await stop()
  await smtp.stop()
})

test('requeues digests that lost their jobs, and delivers them', async () => {
  await deletePending()
  const smtp = await startSmtpServer({ keep: 'ids' })
  const [notFannedOut, undelivered] = [await app.workspace(), await app.workspace()]
  await createChangedRequest(undelivered, 3)
  const [second] = await digests.createDigests(3)
  const id = await createChangedRequest(notFannedOut, 3)
  await makeDue(id)
  const [first] = await createDueDigests({ database, jobs }, systemClock())
  await pool.query('delete from pgboss.job')
  await pool.query(`update notification_digests set created_at = now() - interval '11 minutes' where id = $1`, [first])
  await pool.query(`update notification_deliveries set due_at = now() - interval '11 minutes' where digest_id = $1`, [
    second,
  ])
  const write = (workspaceId: string, work: (scope: WriteScope) => Promise<void>) =>
    [notFannedOut, undelivered].find((each) => each.id === workspaceId)!.write(work)
  assert.deepEqual((await requeueLostJobs(database, write)).sort(), [first, second].sort())
  assert.deepEqual(await requeueLostJobs(database, write), [])
  const worker = await startWorker(smtp.url)
  await until(isDelivered(notFannedOut))
  await until(isDelivered(undelivered))
  assert.equal(smtp.messages.length, 6)
  await worker.stop()
  await smtp.stop()
})
