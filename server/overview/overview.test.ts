import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { getOverview } from './overview.ts'

// The Sunday on which daylight saving time starts in Berlin.
const now = '2026-03-29T22:30:00.000Z'
const app = await createTestApp({ now })

const overview = (acme: TestWorkspace, zone = 'UTC') =>
  acme.write((scope) => getOverview({ ...scope, now }, zone, { isMailConfigured: false }))

test('returns zeros and the open setup steps for a new workspace', async () => {
  const result = await overview(await app.workspace())
  assert.deepEqual(result.pendingModeration, { count: 0, oldestAt: null })
  assert.deepEqual(result.unanswered, { count: 0, isMore: false, top: [] })
  assert.deepEqual([result.mostVoted, result.scheduled, result.latestDelivery, result.tracker], [[], [], null, null])
  assert.deepEqual(result.setup, {
    board: 'done',
    feedback: 'open',
    // The test's own key.
    apiKey: 'done',
    import: 'open',
    portal: 'open',
    teammate: 'open',
    roadmap: 'open',
    changelogPublished: 'open',
    tracker: 'open',
    email: 'open',
  })
  assert.equal(result.activity.length, 84)
  assert.ok(result.activity.every(({ requests, votes }) => requests === 0 && votes === 0))
})

test('counts requests and votes by day in the given time zone, up to today', async () => {
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

test('counts open requests with a submitter or customer comment and no public staff reply as unanswered', async () => {
  const acme = await app.workspace()
  const createRequest = async (title: string, body: object = {}, status = 'approved') => {
    const { id } = await acme.api.create('/feedback', { title, ...body })
    await acme.api.patch(`/feedback/${id}/status`, { status })
    return id
  }
  const submitter = { externalId: 'u1' }
  await createRequest('submitted', { submitter })
  const commented = await createRequest('commented')
  await acme.api.create(`/feedback/${commented}/comments`, { body: 'Well?' })
  await createRequest('anonymous')
  await createRequest('rejected', { submitter }, 'rejected')
  const answered = await createRequest('answered', { submitter })
  await acme.api.create(`/feedback/${answered}/comments`, { body: 'Soon', kind: 'staff_reply' })
  const withNote = await createRequest('with a note', { submitter })
  await acme.api.create(`/feedback/${withNote}/comments`, { body: 'Hm', kind: 'staff_reply', isInternal: true })
  const { unanswered, mostVoted } = await overview(acme)
  assert.deepEqual([unanswered.count, unanswered.isMore], [3, false])
  assert.deepEqual(unanswered.top.map(({ title }) => title).sort(), ['commented', 'submitted', 'with a note'])
  assert.deepEqual(mostVoted.map(({ title }) => title).sort(), ['answered', 'submitted', 'with a note'])
})

test('returns pending, scheduled and last published content of this workspace only', async () => {
  const acme = await app.workspace()
  await acme.api.create('/feedback', { title: 'x' })
  const scheduled = { scheduledPublishAt: '2999-01-01T00:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  await acme.api.create('/changelog', { title: 'Later', ...scheduled })
  const { id } = await acme.api.create('/changelog', { title: 'Night' })
  await acme.api.create(`/changelog/${id}/publish`)
  const result = await overview(acme)
  assert.deepEqual(result.pendingModeration, { count: 1, oldestAt: now })
  assert.deepEqual(
    result.scheduled.map(({ title, at, zone }) => [title, at, zone]),
    [['Later', '2999-01-01T00:00:00.000Z', 'Europe/Berlin']],
  )
  assert.deepEqual(result.latestEntry, { id, title: 'Night', publishedAt: now })
  assert.equal(result.latestDelivery!.total, 0)
  assert.equal((await overview(await app.workspace())).latestEntry, null)
})
