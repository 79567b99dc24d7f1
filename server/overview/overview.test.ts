import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { getOverview } from './overview.ts'

// A Sunday on which the clocks of Berlin are put forward.
const now = '2026-03-29T22:30:00.000Z'
const app = await createTestApp({ now })

const overview = (acme: TestWorkspace, zone = 'UTC') =>
  acme.write((scope) => getOverview({ ...scope, now }, zone, { isMailConfigured: false }))

test('a new workspace has an overview of zeros and its set-up to do', async () => {
  const shown = await overview(await app.workspace())
  assert.deepEqual(shown.pendingModeration, { count: 0, oldestAt: null })
  assert.deepEqual(shown.unanswered, { count: 0, isMore: false, top: [] })
  assert.deepEqual([shown.mostVoted, shown.scheduled, shown.latestDelivery, shown.tracker], [[], [], null, null])
  assert.deepEqual(shown.setup, {
    board: true,
    feedback: false,
    roadmap: false,
    changelogPublished: false,
    tracker: false,
    email: false,
    complete: false,
  })
  assert.equal(shown.activity.length, 84)
  assert.ok(shown.activity.every(({ requests, votes }) => requests === 0 && votes === 0))
})

test('days are those of the zone, today is the last one, and each request and vote is in one of them', async () => {
  const acme = await app.workspace()
  app.setClock('2026-03-28T23:30:00.000Z')
  await acme.api.create('/feedback', { title: 'x', submitter: { externalId: 'u1' } })
  app.setClock(now)
  await acme.api.create('/feedback', { title: 'y' })
  const active = async (zone: string) =>
    (await overview(acme, zone)).activity.filter(({ requests, votes }) => requests + votes > 0)
  assert.deepEqual(await active('UTC'), [
    { day: '2026-03-28', requests: 1, votes: 1 },
    { day: '2026-03-29', requests: 1, votes: 0 },
  ])
  assert.deepEqual(await active('Europe/Berlin'), [
    { day: '2026-03-29', requests: 1, votes: 1 },
    { day: '2026-03-30', requests: 1, votes: 0 },
  ])
  const { activity } = await overview(acme, 'Europe/Berlin')
  assert.deepEqual([activity[0]!.day, activity.at(-1)!.day], ['2026-01-06', '2026-03-30'])
})

test('unanswered are open requests that somebody waits for and no reply of the team is under', async () => {
  const acme = await app.workspace()
  const file = async (title: string, body: object = {}, status = 'approved') => {
    const { id } = await acme.api.create('/feedback', { title, ...body })
    await acme.api.patch(`/feedback/${id}/status`, { status })
    return id
  }
  const submitter = { externalId: 'u1' }
  await file('waits', { submitter })
  const asked = await file('asked')
  await acme.api.create(`/feedback/${asked}/comments`, { body: 'Well?' })
  await file('nobody waits')
  await file('rejected', { submitter }, 'rejected')
  const answered = await file('answered', { submitter })
  await acme.api.create(`/feedback/${answered}/comments`, { body: 'Soon', kind: 'staff_reply' })
  const noted = await file('noted', { submitter })
  await acme.api.create(`/feedback/${noted}/comments`, { body: 'Hm', kind: 'staff_reply', isInternal: true })
  const { unanswered, mostVoted: mostWanted } = await overview(acme)
  assert.deepEqual([unanswered.count, unanswered.isMore], [3, false])
  assert.deepEqual(unanswered.top.map(({ title }) => title).sort(), ['asked', 'noted', 'waits'])
  assert.deepEqual(mostWanted.map(({ title }) => title).sort(), ['answered', 'noted', 'waits'])
})

test('what waits to be moderated, is scheduled and was published last is told, of this workspace alone', async () => {
  const acme = await app.workspace()
  await acme.api.create('/feedback', { title: 'x' })
  const scheduled = { scheduledPublishAt: '2999-01-01T00:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  await acme.api.create('/changelog', { title: 'Later', ...scheduled })
  const { id } = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.create(`/changelog/${id}/publish`)
  const shown = await overview(acme)
  assert.deepEqual(shown.pendingModeration, { count: 1, oldestAt: now })
  assert.deepEqual(
    shown.scheduled.map(({ title, at, zone }) => [title, at, zone]),
    [['Later', '2999-01-01T00:00:00.000Z', 'Europe/Berlin']],
  )
  assert.deepEqual(shown.latestEntry, { id, title: 'Night', publishedAt: now })
  assert.equal(shown.latestDelivery!.total, 0)
  assert.equal((await overview(await app.workspace())).latestEntry, null)
})
