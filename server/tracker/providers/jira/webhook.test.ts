import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { jira } from './index.ts'

const secret = 'a-secret-of-the-webhook'
const now = '2026-05-04T12:00:00.000Z'
const at = (minutes: number) => Date.parse(now) + minutes * 60_000

const signatureOf = (body: Buffer, key = secret) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

function verify(content: unknown, header?: (body: Buffer) => string | string[] | undefined, key = secret) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  const headers = { 'x-hub-signature': (header ?? ((buffer: Buffer) => signatureOf(buffer, key)))(body) }
  return jira.verifyWebhook({ headers, body, secret: key, now })
}

const call = { timestamp: at(-1), webhookEvent: 'jira:issue_updated', issue: { id: '30001', key: 'ENG-1' } }

test('returns the issue of an authentic call', () => {
  for (const event of ['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted']) {
    assert.deepEqual(verify({ ...call, webhookEvent: event }), { issueId: '30001' })
  }
  assert.deepEqual(verify({ ...call, issue: { id: 30001 } }), { issueId: '30001' })
})

test('returns no issue for other events', () => {
  const others = ['comment_created', 'sprint_closed', undefined, 7, null, { toString: 1 }, ['jira:issue_updated']]
  for (const webhookEvent of others) assert.deepEqual(verify({ ...call, webhookEvent }), { issueId: null })
  for (const issue of [
    undefined,
    null,
    7,
    'x',
    {},
    { id: '1 OR 1=1' },
    { id: { toString: 1 } },
    { id: -1 },
    { id: '' },
  ]) {
    assert.deepEqual(verify({ ...call, issue }), { issueId: null })
  }
})

test('rejects a missing, malformed or foreign signature', () => {
  const forgeries: ((body: Buffer) => string | string[] | undefined)[] = [
    () => undefined,
    () => '',
    () => 'sha256=',
    () => `sha256=${'0'.repeat(64)}`,
    (body) => signatureOf(body, 'another secret'),
    (body) => signatureOf(body, ''),
    (body) => signatureOf(Buffer.concat([body, Buffer.from(' ')])),
    (body) => signatureOf(body).slice(0, -1),
    (body) => `${signatureOf(body)}0`,
    (body) => signatureOf(body).replace('sha256=', 'sha1='),
    (body) => signatureOf(body).replace('sha256=', ''),
    (body) => ` ${signatureOf(body)}`,
    (body) => [signatureOf(body), signatureOf(body)],
    (body) => `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
  ]
  for (const forgery of forgeries) assert.equal(verify(call, forgery), null)
  assert.equal(verify(call, undefined, ''), null)
})

test('accepts calls up to an hour old and up to five minutes in the future', () => {
  for (const minutes of [-59, 0, 4]) assert.ok(verify({ ...call, timestamp: at(minutes) }))
  for (const minutes of [-61, 6]) assert.equal(verify({ ...call, timestamp: at(minutes) }), null)
  for (const timestamp of [undefined, null, String(at(0)), 'NaN', {}, Number.MAX_VALUE]) {
    assert.equal(verify({ ...call, timestamp }), null)
  }
})

test('rejects a signed body that cannot be parsed', () => {
  for (const body of [
    '',
    'null',
    '7',
    '[]',
    '{',
    '"text"',
    '\u0000',
    '['.repeat(100_000),
    `${'{"a":'.repeat(9_999)}1`,
  ]) {
    assert.equal(verify(body), null)
  }
})
