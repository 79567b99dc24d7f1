import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'

const now = '2026-03-01T09:00:00.000Z'
const app = await createTestApp({ now })
const { api } = await app.workspace()

const createEntry = (scheduledPublishAt: unknown, rest: object = {}) =>
  api.post('/changelog', { title: 'CSV export', scheduledPublishAt, ...rest })

for (const [sent, expected] of [
  ['2026-03-01T09:00:00.001Z', '2026-03-01T09:00:00.001Z'],
  ['2026-03-01T10:30:00+01:00', '2026-03-01T09:30:00.000Z'],
  ['2026-02-28T23:59:59.5-11:00', '2026-03-01T10:59:59.500Z'],
  ['2026-06-01t00:00:00z', '2026-06-01T00:00:00.000Z'],
] as const) {
  test(`returns the publish time ${sent} as ${expected}`, async () => {
    const { status, body } = await createEntry(sent)
    assert.deepEqual([status, body.data.scheduledPublishAt, body.data.state], [201, expected, 'draft'])
    const { id } = await api.create('/changelog', { title: 'CSV export' })
    assert.equal(
      (await api.patch(`/changelog/${id}`, { scheduledPublishAt: sent })).body.data.scheduledPublishAt,
      expected,
    )
  })
}

test('rejects a publish time that is not in the future', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  for (const at of [now, '2026-03-01T08:59:59.999Z', '2026-03-01T10:00:00+01:00', '1970-01-01T00:00:00Z']) {
    for (const response of [await createEntry(at), await api.patch(`/changelog/${id}`, { scheduledPublishAt: at })]) {
      const [detail] = response.body.error.details
      assert.deepEqual(
        [response.status, detail],
        [400, { path: '/scheduledPublishAt', message: 'must be in the future' }],
      )
    }
  }
})

test('rejects a time without an offset and invalid times', async () => {
  const invalid = [
    '2026-06-01T09:00:00',
    '2026-06-01',
    '2026-06-31T09:00:00Z',
    '2026-06-01T25:00:00Z',
    'tomorrow',
    '',
    1,
  ]
  for (const at of [...invalid, '2026-06-01 09:00:00Z', '2026-06-01T09:00Z']) {
    const { status, body } = await createEntry(at)
    assert.deepEqual([status, body.error.details[0].path], [400, '/scheduledPublishAt'], String(at))
  }
})

test('clears the publish time with null and keeps the time zone', async () => {
  const { id } = (await createEntry('2026-06-01T09:00:00Z', { scheduledTimezone: 'Asia/Tokyo' })).body.data
  const { data } = (await api.patch(`/changelog/${id}`, { scheduledPublishAt: null })).body
  assert.deepEqual([data.scheduledPublishAt, data.scheduledTimezone], [null, 'Asia/Tokyo'])
})

test('accepts only IANA time zone names', async () => {
  for (const scheduledTimezone of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia', null]) {
    const { status, body } = await createEntry('2026-06-01T09:00:00Z', { scheduledTimezone })
    assert.deepEqual([status, body.data?.scheduledTimezone], [201, scheduledTimezone])
  }
  for (const scheduledTimezone of ['Berlin', '+01:00', 'Europe/Atlantis', '', 1]) {
    const { status, body } = await createEntry('2026-06-01T09:00:00Z', { scheduledTimezone })
    assert.deepEqual([status, body.error?.details[0].path], [400, '/scheduledTimezone'], String(scheduledTimezone))
  }
})

test('rejects a publish time for a published entry; clearing it changes nothing', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const published = (await api.post(`/changelog/${id}/publish`)).body.data
  const rejected = await api.patch(`/changelog/${id}`, { title: 'x', scheduledPublishAt: '2026-06-01T09:00:00Z' })
  assert.deepEqual([rejected.status, rejected.body.error.details[0].path], [400, '/scheduledPublishAt'])
  assert.deepEqual((await api.get(`/changelog/${id}`)).body.data, published)
  assert.equal((await api.patch(`/changelog/${id}`, { scheduledPublishAt: null })).status, 200)
})

test('rejects a time zone for a published entry; clearing it changes nothing', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const published = (await api.post(`/changelog/${id}/publish`)).body.data
  const both = { scheduledPublishAt: '2026-06-01T09:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  const rejectedPathsOf = async (body: object) => {
    const response = await api.patch(`/changelog/${id}`, body)
    return [response.status, response.body.error?.details.map(({ path }: { path: string }) => path)]
  }
  assert.deepEqual(await rejectedPathsOf({ scheduledTimezone: 'Europe/Berlin' }), [400, ['/scheduledTimezone']])
  assert.deepEqual(await rejectedPathsOf(both), [400, ['/scheduledPublishAt', '/scheduledTimezone']])
  const cleared = await api.patch(`/changelog/${id}`, { scheduledTimezone: null })
  assert.deepEqual([cleared.status, cleared.body.data], [200, published])
})
