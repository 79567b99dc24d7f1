import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { nilUuid } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import {
  addCustomers,
  countDeliveriesByState,
  createTestMailer,
  mailSecretKey,
} from '../../test/fixtures/deliveries.ts'
import { type SmtpTestServer, startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { getAnnouncementProgress } from '../announcements/progress.ts'
import { fanOut } from '../recipients/fan-out.ts'
import { createComposerLoader } from '../templates/composers.ts'
import { deliver } from './deliver.ts'
import { claimDeliveries, recordResults, releaseClaims } from './repository.ts'

const app = await createTestApp()
const { database } = app

const allRecipients = {
  page: 0,
  after: nilUuid,
  through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}
const minute = 60_000
const hour = 60 * minute

/** Publishes an entry and fans it out. `send` delivers it at the given time. */
async function announce({ api, id: workspaceId, write }: TestWorkspace, title = 'CSV export') {
  const { id: entryId } = await api.create('/changelog', { title })
  await api.post(`/changelog/${entryId}/publish`)
  while (await write((scope) => fanOut(scope, { entryId })));
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms).toISOString()
  return {
    workspaceId,
    entryId,
    at,
    async send(smtpUrl: string, ms: number, signal = new AbortController().signal): Promise<string | null> {
      const mailer = createTestMailer(smtpUrl)
      const composerFor = createComposerLoader({ database, secretKey: mailSecretKey, publicUrl: 'http://heed.test' })
      const deps = { database, mailer, log: createLog('silent'), clock: () => at(ms), composerFor }
      try {
        return await deliver(deps, { workspaceId, entryId, ...allRecipients }, signal)
      } finally {
        mailer.close()
      }
    },
    progress: () => write((scope) => getAnnouncementProgress(scope, entryId)),
  }
}

async function createRecipients(count: number): Promise<TestWorkspace> {
  const acme = await app.workspace()
  await addCustomers(app, acme.id, count)
  return acme
}

const recipients = ({ messages }: SmtpTestServer) => messages.map(({ to }) => to).sort()

test('retries a deferred message after 1, 5, 15, 60, 120 and 240 minutes, and sends it once', async () => {
  const run = await announce(await createRecipients(2))
  let tries = 0
  const smtp = await startSmtpServer({
    onRecipient: async (to) => {
      if (to !== 'c1@example.com') return null
      tries += 1
      return tries <= 6 ? { code: 451, text: '4.7.1 Greylisted' } : null
    },
  })
  let sinceStart = 0
  for (const minutes of [1, 5, 15, 60, 120, 240]) {
    const next = await run.send(smtp.url, sinceStart)
    assert.equal(next, run.at(sinceStart + minutes * minute))
    assert.equal(await run.send(smtp.url, sinceStart + minutes * minute - 1), next)
    sinceStart += minutes * minute
  }
  assert.match((await run.progress())!.reasons[0]!.response, /4\.7\.1 Greylisted/)
  assert.equal(await run.send(smtp.url, sinceStart), null)
  assert.equal(tries, 7)
  assert.deepEqual(recipients(smtp), ['c1@example.com', 'c2@example.com'])
  assert.deepEqual(await countDeliveriesByState(app, run.entryId), { sent: 2 })
  await smtp.stop()
})

test('fails a message that is deferred for a day, with the server’s reply', async () => {
  const run = await announce(await createRecipients(1))
  const smtp = await startSmtpServer({ onRecipient: async () => ({ code: 452, text: '4.2.2 Mailbox full' }) })
  await run.send(smtp.url, 0)
  assert.equal(await run.send(smtp.url, 24 * hour), null)
  const progress = await run.progress()
  assert.deepEqual([progress?.due, progress?.failed], [0, 1])
  assert.match(progress!.reasons[0]!.response, /452.*Mailbox full/)
  await smtp.stop()
})

test('stops mail to an address after three hard bounces in a row', async () => {
  const acme = await createRecipients(2)
  let isRejecting = true
  const smtp = await startSmtpServer({
    onRecipient: async (to) =>
      isRejecting && to === 'c1@example.com' ? { code: 550, text: '5.1.1 No such user' } : null,
  })
  const states: Record<string, number>[] = []
  for (const title of ['One', 'Two', 'Accepted', 'Three', 'Four', 'Five', 'Six']) {
    isRejecting = title !== 'Accepted'
    const run = await announce(acme, title)
    assert.equal(await run.send(smtp.url, 0), null)
    states.push(await countDeliveriesByState(app, run.entryId))
  }
  const bounced = { sent: 1, failed: 1 }
  assert.deepEqual(states, [bounced, bounced, { sent: 2 }, bounced, bounced, bounced, { sent: 1, suppressed: 1 }])
  await smtp.stop()
})

test('does not count a policy rejection, such as denied relaying, as a bounce', async () => {
  const acme = await createRecipients(1)
  const smtp = await startSmtpServer({ onRecipient: async () => ({ code: 554, text: '5.7.1 Relay access denied' }) })
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const run = await announce(acme, title)
    await run.send(smtp.url, 0)
    assert.deepEqual(await countDeliveriesByState(app, run.entryId), { failed: 1 })
  }
  await smtp.stop()
})

test('postpones the whole range by a minute while the mail server is down, then sends each message once', async () => {
  const run = await announce(await createRecipients(300))
  const down = await startSmtpServer({})
  await down.stop()
  assert.equal(await run.send(down.url, 0), run.at(minute))
  const { rows } = await database.pool.query(
    'select max(attempts) as most, sum(attempts) as tries from notification_deliveries where entry_id = $1',
    [run.entryId],
  )
  assert.ok(Number(rows[0].tries) <= 50, `${rows[0].tries} tries`)
  const restored = await startSmtpServer({})
  assert.equal(await run.send(restored.url, minute), null)
  assert.equal(new Set(recipients(restored)).size, 300)
  assert.equal(restored.messages.length, 300)
  await restored.stop()
})

test('retries every few minutes during a long outage, and sends everything once it is over', async () => {
  const run = await announce(await createRecipients(3))
  const down = await startSmtpServer({})
  await down.stop()
  let now = 0
  for (let round = 0; round < 30; round++) {
    const next = Date.parse((await run.send(down.url, now))!) - Date.parse(run.at(0))
    assert.ok(next > now && next - now <= 5 * minute, String(next - now))
    now = next
  }
  const restored = await startSmtpServer({})
  await run.send(restored.url, now)
  await run.send(restored.url, now + 5 * minute)
  assert.equal(restored.messages.length, 3)
  await restored.stop()
})

test('counts the retry window from the first attempt, not from the creation of the delivery', async () => {
  const run = await announce(await createRecipients(1))
  let isFirst = true
  const smtp = await startSmtpServer({
    onRecipient: async () => {
      const answer = isFirst ? { code: 451, text: '4.7.1 Later' } : null
      isFirst = false
      return answer
    },
  })
  assert.equal(await run.send(smtp.url, 72 * hour), run.at(72 * hour + minute))
  assert.equal(await run.send(smtp.url, 72 * hour + minute), null)
  assert.equal(smtp.messages.length, 1)
  await smtp.stop()
})

test('ignores the result of a lapsed claim once another worker has claimed the delivery', async () => {
  const run = await announce(await createRecipients(1))
  const job = { workspaceId: run.workspaceId, entryId: run.entryId, ...allRecipients }
  const [slow] = await claimDeliveries(database, job, 1, run.at(0))
  const [other] = await claimDeliveries(database, job, 1, run.at(3 * minute))
  const deferred = { kind: 'deferred', response: '451 later' } as const
  await recordResults(database, job, [{ claim: slow!, outcome: deferred }], run.at(3 * minute))
  await releaseClaims(database, job, [slow!], run.at(3 * minute))
  assert.deepEqual(await claimDeliveries(database, job, 1, run.at(4 * minute)), [])
  await recordResults(
    database,
    job,
    [{ claim: other!, outcome: { kind: 'sent', response: '250 ok' } }],
    run.at(4 * minute),
  )
  await recordResults(database, job, [{ claim: slow!, outcome: deferred }], run.at(4 * minute))
  assert.deepEqual(await countDeliveriesByState(app, run.entryId), { sent: 1 })
})

test('fails deliveries after the mail server has been down for a day', async () => {
  const run = await announce(await createRecipients(20))
  const down = await startSmtpServer({})
  await down.stop()
  await run.send(down.url, 0)
  await run.send(down.url, 24 * hour)
  assert.deepEqual(await countDeliveriesByState(app, run.entryId), { failed: 20 })
})

test('sends the deliveries of a dead process once their claims have lapsed, not before', async () => {
  const run = await announce(await createRecipients(5))
  const smtp = await startSmtpServer({})
  await database.pool.query(
    `update notification_deliveries set state = 'sending', attempts = 1, due_at = $2 where entry_id = $1`,
    [run.entryId, run.at(2 * minute)],
  )
  assert.equal(await run.send(smtp.url, 2 * minute - 1), run.at(2 * minute))
  assert.equal(smtp.messages.length, 0)
  assert.equal(await run.send(smtp.url, 2 * minute), null)
  assert.equal(smtp.messages.length, 5)
  await smtp.stop()
})

test('releases unsent claims without counting an attempt when a run is aborted', async () => {
  const run = await announce(await createRecipients(200))
  const stop = new AbortController()
  const smtp = await startSmtpServer({
    onRecipient: async () => {
      stop.abort()
      return null
    },
  })
  const next = await run.send(smtp.url, 0, stop.signal)
  assert.ok(next !== null && next <= run.at(0))
  const sent = smtp.messages.length
  assert.ok(sent > 0 && sent < 200, String(sent))
  assert.deepEqual(await countDeliveriesByState(app, run.entryId), { sent, due: 200 - sent })
  assert.equal(await run.send(smtp.url, 1), null)
  assert.equal(new Set(recipients(smtp)).size, 200)
  assert.equal(smtp.messages.length, 200)
  await smtp.stop()
})

test('names linked requests to their submitters and voters, and never a request that is not public', async () => {
  const acme = await app.workspace()
  const submitter = { email: 'ada@example.com', name: 'Ada' }
  const visible = await acme.api.create('/feedback', { title: 'Export as CSV', submitter })
  const hidden = await acme.api.create('/feedback', { title: 'Free beer', submitter })
  await acme.api.patch(`/feedback/${visible.id}/status`, { status: 'approved' })
  const team = await acme.write((tx) => createBoard(tx, { name: 'Team', slug: 'team', isPublic: false }))
  const inside = await acme.api.create('/feedback', { title: 'Secret plan', submitter, boardId: team.id })
  await acme.api.patch(`/feedback/${inside.id}/status`, { status: 'approved' })
  await acme.api.create('/feedback', { title: 'Something else', submitter: { email: 'bea@example.com' } })
  const linkedFeedbackIds = [inside.id, visible.id, hidden.id]
  const { id: entryId } = await acme.api.create('/changelog', { title: 'CSV export', linkedFeedbackIds })
  const run = await announce(acme, 'Unlinked')
  const smtp = await startSmtpServer({})
  await run.send(smtp.url, 0)
  await acme.api.post(`/changelog/${entryId}/publish`)
  while (await acme.write((scope) => fanOut(scope, { entryId })));
  const mailer = createTestMailer(smtp.url)
  const composerFor = createComposerLoader({ database, secretKey: mailSecretKey, publicUrl: 'http://heed.test' })
  const deps = { database, mailer, log: createLog('silent'), clock: () => new Date().toISOString(), composerFor }
  await deliver(deps, { workspaceId: acme.id, entryId, ...allRecipients }, new AbortController().signal)
  mailer.close()
  const personalized = smtp.messages.filter(({ raw }) => raw.includes('You asked for'))
  assert.deepEqual(
    personalized.map(({ to }) => to),
    ['ada@example.com'],
  )
  assert.match(personalized[0]!.raw, /Export as CSV/)
  for (const { raw } of smtp.messages) assert.doesNotMatch(raw, /Free beer|Something else|Secret plan/)
  const page = await (await fetch(`${app.origin}/p/${acme.slug}/changelog/${entryId}`)).text()
  assert.match(page, /CSV export/)
  assert.doesNotMatch(page, /Free beer|Secret plan/)
  assert.equal(smtp.messages.length, 4)
  await smtp.stop()
})
