import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { linear } from './index.ts'

const secret = 'a secret of this connection'
const now = '2026-10-01T12:00:00.000Z'
const issueId = '5f9a1c2e-8d3b-4a6f-9e01-b2c3d4e5f601'

const payload = { action: 'update', type: 'Issue', data: { id: issueId }, webhookTimestamp: Date.parse(now) }

const signed = (content: unknown, withSecret = secret) => {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return { body, headers: { 'linear-signature': createHmac('sha256', withSecret).update(body).digest('hex') } }
}

const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1_000).toISOString()

describe('an authentic call', () => {
  for (const action of ['create', 'update', 'remove']) {
    test(`returns the issue for the action ${action}`, () => {
      assert.deepEqual(linear.verifyWebhook({ ...signed({ ...payload, action }), secret, now }), { issueId })
    })
  }

  for (const content of [
    { ...payload, type: 'Comment' },
    { ...payload, type: 'IssueLabel' },
    { ...payload, data: null },
    { ...payload, data: { id: 7 } },
    { ...payload, data: [issueId] },
    { ...payload, type: ['Issue'] },
  ]) {
    test(`${JSON.stringify({ type: content.type, data: content.data })} returns no issue`, () => {
      assert.deepEqual(linear.verifyWebhook({ ...signed(content), secret, now }), { issueId: null })
    })
  }

  test('is accepted up to a minute before or after its timestamp', () => {
    const call = { ...signed(payload), secret }
    for (const seconds of [-60, 0, 60])
      assert.deepEqual(linear.verifyWebhook({ ...call, now: later(seconds) }), { issueId })
    for (const seconds of [-61, 61, 86_400]) assert.equal(linear.verifyWebhook({ ...call, now: later(seconds) }), null)
  })
})

describe('a forged call', () => {
  const { body, headers } = signed(payload)
  const signature = headers['linear-signature']

  test('with another secret is rejected', () => {
    assert.equal(linear.verifyWebhook({ ...signed(payload, 'another secret'), secret, now }), null)
  })

  test('is rejected for a connection without a secret', () => {
    assert.equal(linear.verifyWebhook({ ...signed(payload, ''), secret: '', now }), null)
  })

  test('with an altered body is rejected', () => {
    const altered = Buffer.from(body.toString().replace('update', 'remove'))
    assert.equal(linear.verifyWebhook({ headers, body: altered, secret, now }), null)
  })

  for (const [name, value] of Object.entries({
    'no signature': undefined,
    'an empty signature': '',
    'a truncated signature': signature.slice(0, 32),
    'a signature with a suffix': `${signature}00`,
    'a signature that is not hexadecimal': 'z'.repeat(64),
    'two signatures': [signature, signature],
    'a signature of another length in bytes': 'é'.repeat(64),
  })) {
    test(`with ${name} is rejected`, () => {
      assert.equal(linear.verifyWebhook({ headers: { 'linear-signature': value }, body, secret, now }), null)
    })
  }

  test('with an old timestamp is rejected, whatever its header says', () => {
    const old = signed({ ...payload, webhookTimestamp: Date.parse(now) - 3_600_000 })
    const fresh = { ...old.headers, 'linear-timestamp': String(Date.parse(now)) }
    assert.equal(linear.verifyWebhook({ body: old.body, headers: fresh, secret, now }), null)
  })
})

describe('a signed body', () => {
  const { webhookTimestamp: _, ...timeless } = payload
  for (const content of [
    '',
    'not JSON',
    '{"type":"Issue"',
    'null',
    '7',
    '[]',
    timeless,
    { ...payload, webhookTimestamp: now },
    { ...payload, webhookTimestamp: null },
    JSON.stringify(payload).replace(String(payload.webhookTimestamp), '1e999'),
    Buffer.from([0xff, 0xfe]).toString('latin1'),
  ]) {
    test(`that is ${JSON.stringify(content)} is rejected`, () => {
      assert.equal(linear.verifyWebhook({ ...signed(content), secret, now }), null)
    })
  }
})
