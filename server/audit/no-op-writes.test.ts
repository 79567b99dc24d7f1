import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme

const countEvents = async (): Promise<string> =>
  (await app.database.pool.query('select count(*) from audit_events')).rows[0].count

const targetDelivery = { precision: 'quarter', date: '2026-09-30' }
const text = { title: 'Dark mode', description: 'At night.' }
const tags = [(await acme.tag('new')).id, (await acme.tag('fix')).id]
const request = await api.create('/feedback', text)
const item = await api.create('/roadmap', { ...text, status: 'done', targetDelivery })
const entry = await api.create('/changelog', {
  title: 'Night',
  body: 'Dark.',
  tagIds: tags,
  linkedFeedbackIds: [request.id],
  scheduledPublishAt: '2026-06-01T09:00:00Z',
  scheduledTimezone: 'Europe/Berlin',
})

const feedback = `/feedback/${request.id}`
const itemRequest = `/feedback/${item.feedbackId}`

/**
 * Calls an operation at a later time.
 * @returns its status and data, and whether it changed a row or recorded an event
 */
async function callLater(method: string, path: string, body: object) {
  const read = async () =>
    Promise.all([feedback, itemRequest, `/roadmap/${item.id}`, `/changelog/${entry.id}`].map((each) => api.get(each)))
  const stored = async () => JSON.stringify((await read()).map(({ body }) => body.data))
  const [before, events] = [await stored(), await countEvents()]
  app.setClock('2026-03-02T09:00:00.000Z')
  const response = await api.send(method, path, { body })
  app.setClock('2026-03-01T09:00:00.000Z')
  const [isStored, isRecorded] = [(await stored()) !== before, (await countEvents()) !== events]
  return { status: response.status, data: response.body.data, isStored, isRecorded }
}

const { precision, date } = targetDelivery
const calls: [target: string, method: string, path: string, body: object][] = [
  ['the title of a request', 'PATCH', feedback, { title: 'Dark mode' }],
  ['both texts of a request', 'PATCH', feedback, text],
  ['the stage of a request', 'PATCH', `${feedback}/stage`, { stage: 'pending' }],
  ['the status of a request', 'PATCH', `${feedback}/status`, { status: 'pending' }],
  ['the stage of a request on the roadmap', 'PATCH', `${itemRequest}/stage`, { stage: 'completed' }],
  ['the status of a request on the roadmap', 'PATCH', `${itemRequest}/status`, { status: 'approved' }],
  ['the status of an item', 'PATCH', `/roadmap/${item.id}/status`, { status: 'done' }],
  ['the fields of an item', 'PATCH', `/roadmap/${item.id}`, { ...text, targetDelivery: { date, precision } }],
  ['a promotion', 'POST', `${itemRequest}/promote`, { status: 'done' }],
  ['a promotion with its target delivery', 'POST', `${itemRequest}/promote`, { status: 'done', targetDelivery }],
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

for (const [target, method, path, body] of calls) {
  test(`returns 200, changes no timestamp and records no event for unchanged ${target}`, async () => {
    const { status, data, isStored, isRecorded } = await callLater(method, path, body)
    assert.deepEqual({ status, isStored, isRecorded }, { status: 200, isStored: false, isRecorded: false })
    const resource = path.replace(/\/(stage|status|promote)$/, '')
    const current = (await api.get(resource)).body.data
    assert.deepEqual(path.endsWith('/promote') ? data.linkedFeedback : data, current)
  })
}

test('treats another order of the same tags as a change', async () => {
  const { isStored, isRecorded } = await callLater('PATCH', `/changelog/${entry.id}`, { tagIds: tags.toReversed() })
  assert.deepEqual([isStored, isRecorded], [true, true])
})

test('treats an approved request without a product stage as already in review', async () => {
  await api.patch(`${feedback}/status`, { status: 'approved' })
  const { data, isStored, isRecorded } = await callLater('PATCH', `${feedback}/stage`, { stage: 'in_review' })
  assert.deepEqual([data.stage, isStored, isRecorded], ['in_review', false, false])
})

for (const stage of ['pending', 'in_review']) {
  test(`moves a request out of ${stage} when its item is set or promoted to its current status`, async () => {
    for (const [method, path] of [
      ['PATCH', `/roadmap/${item.id}/status`],
      ['POST', `${itemRequest}/promote`],
    ] as const) {
      await api.patch(`${itemRequest}/stage`, { stage })
      const { isRecorded } = await callLater(method, path, { status: 'done' })
      assert.deepEqual([(await api.get(itemRequest)).body.data.stage, isRecorded], ['completed', true])
    }
  })
}

test('approves a rejected request and records it when its stage is set to closed', async () => {
  await api.patch(`${feedback}/status`, { status: 'rejected' })
  const { data, isRecorded } = await callLater('PATCH', `${feedback}/stage`, { stage: 'closed' })
  assert.deepEqual([data.status, data.stage, isRecorded], ['approved', 'closed', true])
})

test('keeps updatedAt of the request when a promotion changes only the target delivery', async () => {
  const before = (await api.get(itemRequest)).body.data
  const { data, isRecorded } = await callLater('POST', `${itemRequest}/promote`, {
    status: 'done',
    targetDelivery: null,
  })
  assert.deepEqual([data.roadmapItem.targetDelivery, isRecorded], [null, true])
  assert.deepEqual(data.linkedFeedback, before)
})
