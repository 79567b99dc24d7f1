import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme

const countEvents = async (): Promise<string> =>
  (await app.database.pool.query('select count(*) from audit_events')).rows[0].count

const targetDelivery = { precision: 'quarter', date: '2026-09-30' }
const texts = { title: 'Dark mode', description: 'At night.' }
const tags = [(await acme.tag('new')).id, (await acme.tag('fix')).id]
const request = await api.create('/feedback', texts)
const item = await api.create('/roadmap', { ...texts, status: 'done', targetDelivery })
const entry = await api.create('/changelog', {
  title: 'Night',
  body: 'Dark.',
  tagIds: tags,
  linkedFeedbackIds: [request.id],
  scheduledPublishAt: '2026-06-01T09:00:00Z',
  scheduledTimezone: 'Europe/Berlin',
})

const feedback = `/feedback/${request.id}`
const backing = `/feedback/${item.feedbackId}`

/** Does it at a later time. @returns whether the answer was a 200, anything was stored, and any event was left. */
async function effectOf(method: string, path: string, body: object) {
  const read = async () =>
    Promise.all([feedback, backing, `/roadmap/${item.id}`, `/changelog/${entry.id}`].map((each) => api.get(each)))
  const stored = async () => JSON.stringify((await read()).map(({ body }) => body.data))
  const [before, events] = [await stored(), await countEvents()]
  app.setClock('2026-03-02T09:00:00.000Z')
  const answer = await api.send(method, path, { body })
  app.setClock('2026-03-01T09:00:00.000Z')
  const [isStored, isRecorded] = [(await stored()) !== before, (await countEvents()) !== events]
  return { status: answer.status, data: answer.body.data, isStored, isRecorded }
}

const { precision, date } = targetDelivery
const calls: [what: string, method: string, path: string, body: object][] = [
  ['the title of a request', 'PATCH', feedback, { title: 'Dark mode' }],
  ['both texts of a request', 'PATCH', feedback, texts],
  ['the stage of a request', 'PATCH', `${feedback}/stage`, { stage: 'pending' }],
  ['the moderation of a request', 'PATCH', `${feedback}/status`, { status: 'pending' }],
  ['the stage of a request on the roadmap', 'PATCH', `${backing}/stage`, { stage: 'completed' }],
  ['the moderation of a request on the roadmap', 'PATCH', `${backing}/status`, { status: 'approved' }],
  ['the status of an item', 'PATCH', `/roadmap/${item.id}/status`, { status: 'done' }],
  ['the members of an item', 'PATCH', `/roadmap/${item.id}`, { ...texts, targetDelivery: { date, precision } }],
  ['a promotion', 'POST', `${backing}/promote`, { status: 'done' }],
  ['a promotion with its target', 'POST', `${backing}/promote`, { status: 'done', targetDelivery }],
  ['the texts of an entry', 'PATCH', `/changelog/${entry.id}`, { title: 'Night', body: 'Dark.', versionLabel: null }],
  [
    'the lists of an entry',
    'PATCH',
    `/changelog/${entry.id}`,
    { tagIds: tags.map((id) => id.toUpperCase()), linkedFeedbackIds: [request.id] },
  ],
  [
    'the schedule of an entry',
    'PATCH',
    `/changelog/${entry.id}`,
    { scheduledPublishAt: '2026-06-01T11:00:00+02:00', scheduledTimezone: 'Europe/Berlin', reactionsEnabled: true },
  ],
]

for (const [what, method, path, body] of calls) {
  test(`${what}, set to what it is, answers 200, changes no time and leaves no event`, async () => {
    const { status, data, isStored, isRecorded } = await effectOf(method, path, body)
    assert.deepEqual({ status, isStored, isRecorded }, { status: 200, isStored: false, isRecorded: false })
    const resource = path.replace(/\/(stage|status|promote)$/, '')
    const shown = (await api.get(resource)).body.data
    assert.deepEqual(path.endsWith('/promote') ? data.linkedFeedback : data, shown)
  })
}

test('another order of the same tags is a change', async () => {
  const { isStored, isRecorded } = await effectOf('PATCH', `/changelog/${entry.id}`, { tagIds: tags.toReversed() })
  assert.deepEqual([isStored, isRecorded], [true, true])
})

test('an approved request without a product stage is in review already', async () => {
  await api.patch(`${feedback}/status`, { status: 'approved' })
  const { data, isStored, isRecorded } = await effectOf('PATCH', `${feedback}/stage`, { stage: 'in_review' })
  assert.deepEqual([data.stage, isStored, isRecorded], ['in_review', false, false])
})

for (const stage of ['pending', 'in_review']) {
  test(`an item set to the status that it has, or promoted to it, moves its request out of ${stage}`, async () => {
    for (const [method, path] of [
      ['PATCH', `/roadmap/${item.id}/status`],
      ['POST', `${backing}/promote`],
    ] as const) {
      await api.patch(`${backing}/stage`, { stage })
      const { isRecorded } = await effectOf(method, path, { status: 'done' })
      assert.deepEqual([(await api.get(backing)).body.data.stage, isRecorded], ['completed', true])
    }
  })
}

test('the stage closed, set on a rejected request, approves it and is recorded', async () => {
  await api.patch(`${feedback}/status`, { status: 'rejected' })
  const { data, isRecorded } = await effectOf('PATCH', `${feedback}/stage`, { stage: 'closed' })
  assert.deepEqual([data.status, data.stage, isRecorded], ['approved', 'closed', true])
})

test('a promotion that changes only the target leaves the time of the request as it is', async () => {
  const before = (await api.get(backing)).body.data
  const { data, isRecorded } = await effectOf('POST', `${backing}/promote`, { status: 'done', targetDelivery: null })
  assert.deepEqual([data.roadmapItem.targetDelivery, isRecorded], [null, true])
  assert.deepEqual(data.linkedFeedback, before)
})
