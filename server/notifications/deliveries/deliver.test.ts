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
import { fanOutAnnouncement } from '../recipients/fan-out-announcement.ts'
import { createComposerLoader } from '../templates/composers.ts'
import { deliver } from './deliver.ts'
import { claimDeliveries, recordResults, releaseClaims } from './repository.ts'

const world = await createTestApp()
const { database } = world

const everybody = {
  page: 0,
  after: nilUuid,
  through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}
const minute = 60_000
const hour = 60 * minute

/** Publishes an entry and writes down who is to hear; sends only when told, at the time that is given. */
async function announced({ api, id: workspaceId, write }: TestWorkspace, title = 'CSV export') {
  const { id: entryId } = await api.create('/changelog', { title })
  await api.post(`/changelog/${entryId}/publish`)
  while (await write((scope) => fanOutAnnouncement(scope, entryId)));
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
        return await deliver(deps, { workspaceId, entryId, ...everybody }, signal)
      } finally {
        mailer.close()
      }
    },
    progress: () => write((scope) => getAnnouncementProgress(scope, entryId)),
  }
}

async function people(count: number): Promise<TestWorkspace> {
  const acme = await world.workspace()
  await addCustomers(world, acme.id, count)
  return acme
}

const recipients = ({ messages }: SmtpTestServer) => messages.map(({ to }) => to).sort()

test('what a server puts off is tried again after 1, 5, 15, 60, 120 and 240 minutes, and sent once', async () => {
  const run = await announced(await people(2))
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
  assert.match((await run.progress())!.reasons[0]!.words, /4\.7\.1 Greylisted/)
  assert.equal(await run.send(smtp.url, sinceStart), null)
  assert.equal(tries, 7)
  assert.deepEqual(recipients(smtp), ['c1@example.com', 'c2@example.com'])
  assert.deepEqual(await countDeliveriesByState(world, run.entryId), { sent: 2 })
  await smtp.stop()
})

test('what is put off for a day has failed, with the words of the server', async () => {
  const run = await announced(await people(1))
  const smtp = await startSmtpServer({ onRecipient: async () => ({ code: 452, text: '4.2.2 Mailbox full' }) })
  await run.send(smtp.url, 0)
  assert.equal(await run.send(smtp.url, 24 * hour), null)
  const progress = await run.progress()
  assert.deepEqual([progress?.due, progress?.failed], [0, 1])
  assert.match(progress!.reasons[0]!.words, /452.*Mailbox full/)
  await smtp.stop()
})

test('mail to an address stops with the third entry in a row that it refuses, and not for one it took between', async () => {
  const acme = await people(2)
  let isRefusing = true
  const smtp = await startSmtpServer({
    onRecipient: async (to) =>
      isRefusing && to === 'c1@example.com' ? { code: 550, text: '5.1.1 No such user' } : null,
  })
  const states: Record<string, number>[] = []
  for (const title of ['One', 'Two', 'Taken', 'Three', 'Four', 'Five', 'Six']) {
    isRefusing = title !== 'Taken'
    const run = await announced(acme, title)
    assert.equal(await run.send(smtp.url, 0), null)
    states.push(await countDeliveriesByState(world, run.entryId))
  }
  const refused = { sent: 1, failed: 1 }
  assert.deepEqual(states, [refused, refused, { sent: 2 }, refused, refused, refused, { sent: 1, suppressed: 1 }])
  await smtp.stop()
})

test('a refusal that is a policy of the server, such as relaying denied, silences nobody', async () => {
  const acme = await people(1)
  const smtp = await startSmtpServer({ onRecipient: async () => ({ code: 554, text: '5.7.1 Relay access denied' }) })
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const run = await announced(acme, title)
    await run.send(smtp.url, 0)
    assert.deepEqual(await countDeliveriesByState(world, run.entryId), { failed: 1 })
  }
  await smtp.stop()
})

test('while there is no mail server nobody is tried one by one: all wait a minute, and hear once when it is back', async () => {
  const run = await announced(await people(300))
  const gone = await startSmtpServer({})
  await gone.stop()
  assert.equal(await run.send(gone.url, 0), run.at(minute))
  const { rows } = await database.pool.query(
    'select max(attempts) as most, sum(attempts) as tries from notification_deliveries where entry_id = $1',
    [run.entryId],
  )
  assert.ok(Number(rows[0].tries) <= 50, `${rows[0].tries} tries`)
  const back = await startSmtpServer({})
  assert.equal(await run.send(back.url, minute), null)
  assert.equal(new Set(recipients(back)).size, 300)
  assert.equal(back.messages.length, 300)
  await back.stop()
})

test('in a long outage everything is tried again every few minutes, and at once when it is over', async () => {
  const run = await announced(await people(3))
  const gone = await startSmtpServer({})
  await gone.stop()
  let now = 0
  for (let round = 0; round < 30; round++) {
    const next = Date.parse((await run.send(gone.url, now))!) - Date.parse(run.at(0))
    assert.ok(next > now && next - now <= 5 * minute, String(next - now))
    now = next
  }
  const back = await startSmtpServer({})
  await run.send(back.url, now)
  await run.send(back.url, now + 5 * minute)
  assert.equal(back.messages.length, 3)
  await back.stop()
})

test('what lay untried for days is not given up when the first try is put off', async () => {
  const run = await announced(await people(1))
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

test('a mark of a claim that has lapsed does not undo what another has made of it since', async () => {
  const run = await announced(await people(1))
  const job = { workspaceId: run.workspaceId, entryId: run.entryId, ...everybody }
  const [slow] = await claimDeliveries(database, job, 1, run.at(0))
  const [other] = await claimDeliveries(database, job, 1, run.at(3 * minute))
  const deferred = { kind: 'deferred', words: '451 later' } as const
  await recordResults(database, job, [{ claim: slow!, outcome: deferred }], run.at(3 * minute))
  await releaseClaims(database, job, [slow!], run.at(3 * minute))
  assert.deepEqual(await claimDeliveries(database, job, 1, run.at(4 * minute)), [])
  await recordResults(
    database,
    job,
    [{ claim: other!, outcome: { kind: 'sent', words: '250 ok' } }],
    run.at(4 * minute),
  )
  await recordResults(database, job, [{ claim: slow!, outcome: deferred }], run.at(4 * minute))
  assert.deepEqual(await countDeliveriesByState(world, run.entryId), { sent: 1 })
})

test('a mail server that is away for a day fails what it was to take', async () => {
  const run = await announced(await people(20))
  const gone = await startSmtpServer({})
  await gone.stop()
  await run.send(gone.url, 0)
  await run.send(gone.url, 24 * hour)
  assert.deepEqual(await countDeliveriesByState(world, run.entryId), { failed: 20 })
})

test('what a dead process had claimed is sent by another once the claim has lapsed, not before', async () => {
  const run = await announced(await people(5))
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

test('a run that is told to stop gives back what it has not sent, at once and untried', async () => {
  const run = await announced(await people(200))
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
  assert.deepEqual(await countDeliveriesByState(world, run.entryId), { sent, due: 200 - sent })
  assert.equal(await run.send(smtp.url, 1), null)
  assert.equal(new Set(recipients(smtp)).size, 200)
  assert.equal(smtp.messages.length, 200)
  await smtp.stop()
})

test('who asked or voted for what the entry links hears so; titles that the public may not see are not told', async () => {
  const acme = await world.workspace()
  const submitter = { email: 'ada@example.com', name: 'Ada' }
  const wished = await acme.api.create('/feedback', { title: 'Export as CSV', submitter })
  const hidden = await acme.api.create('/feedback', { title: 'Free beer', submitter })
  await acme.api.patch(`/feedback/${wished.id}/status`, { status: 'approved' })
  const team = await acme.write((tx) => createBoard(tx, { name: 'Team', slug: 'team', isPublic: false }))
  const inside = await acme.api.create('/feedback', { title: 'Secret plan', submitter, boardId: team.id })
  await acme.api.patch(`/feedback/${inside.id}/status`, { status: 'approved' })
  await acme.api.create('/feedback', { title: 'Something else', submitter: { email: 'bea@example.com' } })
  const linkedFeedbackIds = [inside.id, wished.id, hidden.id]
  const { id: entryId } = await acme.api.create('/changelog', { title: 'CSV export', linkedFeedbackIds })
  const run = await announced(acme, 'Unlinked')
  const smtp = await startSmtpServer({})
  await run.send(smtp.url, 0)
  await acme.api.post(`/changelog/${entryId}/publish`)
  while (await acme.write((scope) => fanOutAnnouncement(scope, entryId)));
  const mailer = createTestMailer(smtp.url)
  const composerFor = createComposerLoader({ database, secretKey: mailSecretKey, publicUrl: 'http://heed.test' })
  const deps = { database, mailer, log: createLog('silent'), clock: () => new Date().toISOString(), composerFor }
  await deliver(deps, { workspaceId: acme.id, entryId, ...everybody }, new AbortController().signal)
  mailer.close()
  const told = smtp.messages.filter(({ raw }) => raw.includes('You asked for'))
  assert.deepEqual(
    told.map(({ to }) => to),
    ['ada@example.com'],
  )
  assert.match(told[0]!.raw, /Export as CSV/)
  for (const { raw } of smtp.messages) assert.doesNotMatch(raw, /Free beer|Something else|Secret plan/)
  const page = await (await fetch(`${world.origin}/p/${acme.slug}/changelog/${entryId}`)).text()
  assert.match(page, /CSV export/)
  assert.doesNotMatch(page, /Free beer|Secret plan/)
  assert.equal(smtp.messages.length, 4)
  await smtp.stop()
})
