import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'

const now = '2026-03-01T09:00:00.000Z'
const app = await createTestApp({ now })
const { api } = await app.workspace()

const write = (scheduledPublishAt: unknown, rest: object = {}) =>
  api.post('/changelog', { title: 'CSV export', scheduledPublishAt, ...rest })

for (const [sent, shown] of [
  ['2026-03-01T09:00:00.001Z', '2026-03-01T09:00:00.001Z'],
  ['2026-03-01T10:30:00+01:00', '2026-03-01T09:30:00.000Z'],
  ['2026-02-28T23:59:59.5-11:00', '2026-03-01T10:59:59.500Z'],
  ['2026-06-01t00:00:00z', '2026-06-01T00:00:00.000Z'],
] as const) {
  test(`the schedule ${sent} is shown as ${shown}`, async () => {
    const { status, body } = await write(sent)
    assert.deepEqual([status, body.data.scheduledPublishAt, body.data.state], [201, shown, 'draft'])
    const { id } = await api.create('/changelog', { title: 'CSV export' })
    assert.equal(
      (await api.patch(`/changelog/${id}`, { scheduledPublishAt: sent })).body.data.scheduledPublishAt,
      shown,
    )
  })
}

test('a schedule must be ahead: the present is not', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  for (const at of [now, '2026-03-01T08:59:59.999Z', '2026-03-01T10:00:00+01:00', '1970-01-01T00:00:00Z']) {
    for (const answer of [await write(at), await api.patch(`/changelog/${id}`, { scheduledPublishAt: at })]) {
      const [detail] = answer.body.error.details
      assert.deepEqual(
        [answer.status, detail],
        [400, { path: '/scheduledPublishAt', message: 'must be in the future' }],
      )
    }
  }
})

test('a time without an offset, or none that exists, is a 400', async () => {
  const bad = ['2026-06-01T09:00:00', '2026-06-01', '2026-06-31T09:00:00Z', '2026-06-01T25:00:00Z', 'tomorrow', '', 1]
  for (const at of [...bad, '2026-06-01 09:00:00Z', '2026-06-01T09:00Z']) {
    const { status, body } = await write(at)
    assert.deepEqual([status, body.error.details[0].path], [400, '/scheduledPublishAt'], String(at))
  }
})

test('null clears the schedule and leaves the zone', async () => {
  const { id } = (await write('2026-06-01T09:00:00Z', { scheduledTimezone: 'Asia/Tokyo' })).body.data
  const { data } = (await api.patch(`/changelog/${id}`, { scheduledPublishAt: null })).body
  assert.deepEqual([data.scheduledPublishAt, data.scheduledTimezone], [null, 'Asia/Tokyo'])
})

test('a zone is a name of the IANA database', async () => {
  for (const scheduledTimezone of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia', null]) {
    const { status, body } = await write('2026-06-01T09:00:00Z', { scheduledTimezone })
    assert.deepEqual([status, body.data?.scheduledTimezone], [201, scheduledTimezone])
  }
  for (const scheduledTimezone of ['Berlin', '+01:00', 'Europe/Atlantis', '', 1]) {
    const { status, body } = await write('2026-06-01T09:00:00Z', { scheduledTimezone })
    assert.deepEqual([status, body.error?.details[0].path], [400, '/scheduledTimezone'], String(scheduledTimezone))
  }
})

test('a published entry takes no schedule; clearing one is no change', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const published = (await api.post(`/changelog/${id}/publish`)).body.data
  const refused = await api.patch(`/changelog/${id}`, { title: 'x', scheduledPublishAt: '2026-06-01T09:00:00Z' })
  assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, '/scheduledPublishAt'])
  assert.deepEqual((await api.get(`/changelog/${id}`)).body.data, published)
  assert.equal((await api.patch(`/changelog/${id}`, { scheduledPublishAt: null })).status, 200)
})

test('a published entry takes no zone either; clearing one is no change', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const published = (await api.post(`/changelog/${id}/publish`)).body.data
  const both = { scheduledPublishAt: '2026-06-01T09:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  const refusedOf = async (body: object) => {
    const answer = await api.patch(`/changelog/${id}`, body)
    return [answer.status, answer.body.error?.details.map(({ path }: { path: string }) => path)]
  }
  assert.deepEqual(await refusedOf({ scheduledTimezone: 'Europe/Berlin' }), [400, ['/scheduledTimezone']])
  assert.deepEqual(await refusedOf(both), [400, ['/scheduledPublishAt', '/scheduledTimezone']])
  const cleared = await api.patch(`/changelog/${id}`, { scheduledTimezone: null })
  assert.deepEqual([cleared.status, cleared.body.data], [200, published])
})
