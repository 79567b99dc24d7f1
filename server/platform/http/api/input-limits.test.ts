import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()

test('rejects a query of 60,000 parameters with one problem, before parsing them', async () => {
  const { status, body } = await acme.api.get(`/feedback?${'a&'.repeat(60_000)}`)
  assert.equal(status, 400)
  assert.deepEqual(body.error.details, [{ path: 'query.(more than 200 parameters)', message: 'is not recognized' }])
  assert.equal((await acme.api.get(`/feedback?${'limit=5&'.repeat(200)}`)).status, 400)
})

test('rejects a body with too many values or levels with one problem', async () => {
  for (const body of [
    { title: 'Wide', metadata: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, {}])) },
    { title: 'Deep', metadata: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) },
  ]) {
    const answer = await acme.api.post('/feedback', body)
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.error.details, [
      { path: '', message: 'must contain at most 1000 values, nested at most 16 levels deep' },
    ])
  }
})

test('recognizes an idempotency key however the path is spelled', async () => {
  const headers = { 'idempotency-key': 'one' }
  const created = await acme.api.post('/feedback', { title: 'Once' }, headers)
  const again = await acme.api.post('/%66eedback', { title: 'Once' }, headers)
  assert.deepEqual([again.headers.get('idempotency-replayed'), again.body], ['true', created.body])

  const { id } = created.body.data
  const comment = await acme.api.post(`/feedback/${id}/comments`, { body: 'Once' }, headers)
  const upper = await acme.api.post(`/feedback/${id.toUpperCase()}/comments`, { body: 'Once' }, headers)
  assert.equal(comment.status, 201)
  assert.deepEqual([upper.headers.get('idempotency-replayed'), upper.body], ['true', comment.body])
})

test('answers 405 to a wrong method on a percent-encoded path', async () => {
  const { status, headers } = await acme.api.send('PUT', '/%66eedback')
  assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'])
})

test('ignores a request id that contains an API key', async () => {
  const { headers } = await acme.api.get('/tags', { 'x-request-id': acme.key })
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
})

test('rejects a body with a Content-Encoding', async () => {
  const { status, body } = await acme.api.post('/feedback', { title: 'Plain' }, { 'content-encoding': 'gzip' })
  assert.deepEqual([status, body.error.details[0].message], [400, 'must be sent without Content-Encoding'])
})

test('rejects a time whose offset moves it beyond the year 9999', async () => {
  const body = { title: 'Far', scheduledPublishAt: '9999-12-31T23:59:59-23:59' }
  const answer = await acme.api.post('/changelog', body)
  assert.equal(answer.status, 400)
  assert.match(answer.body.error.details[0].message, /RFC 3339/)
})
