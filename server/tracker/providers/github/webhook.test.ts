import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { startGitHub } from '../../../test/trackers/github/server.ts'
import { verifyWebhook } from './webhook.ts'

const secret = 'a secret of this connection'
const now = '2026-05-01T12:00:00.000Z'

const sign = (body: string | Buffer, key = secret) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

/** Verifies a call with this body, correctly signed unless the headers say otherwise. */
const call = (body: string, headers: Record<string, string | string[] | undefined> = {}, key = secret) =>
  verifyWebhook({
    headers: { 'x-github-event': 'issues', 'x-hub-signature-256': sign(body, key), ...headers },
    body: Buffer.from(body),
    secret: key,
    now,
  })

test('returns the id of the issue in a webhook call', async () => {
  const tracker = await startGitHub()
  const id = tracker.add({ title: 'Export to CSV', description: 'Ünïcödé' })
  const delivery = verifyWebhook({ ...tracker.signWebhook(id, { secret, now }), secret, now })
  assert.deepEqual(delivery, { issueId: id })
})

test('rejects a missing, malformed or foreign signature', () => {
  const body = '{"repository":{"id":1},"issue":{"number":2}}'
  assert.deepEqual(call(body), { issueId: '1/2' })
  const right = sign(body)
  const wrong = [
    undefined,
    '',
    'sha256=',
    right.slice(7),
    right.toUpperCase(),
    `${right}00`,
    right.slice(0, -2),
    ` ${right}`,
    `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
    sign(body, 'another secret'),
    sign(`${body} `),
    [right],
    [right, right],
    `${right}, ${right}`,
    `sha256=${'é'.repeat(64)}`,
  ]
  for (const header of wrong) assert.equal(call(body, { 'x-hub-signature-256': header }), null)
})

test('rejects every call if the secret is empty', () => {
  assert.equal(call('{}', {}, ''), null)
})

test('verifies the signature over the received bytes', () => {
  const body = Buffer.from('{ "repository": {"id": 1}, "issue": {"number": 2}, "junk": "\u00ff" }', 'latin1')
  const headers = { 'x-github-event': 'issues', 'x-hub-signature-256': sign(body) }
  assert.deepEqual(verifyWebhook({ headers, body, secret, now }), { issueId: '1/2' })
  assert.equal(verifyWebhook({ headers, body: Buffer.from(body.toString('utf8')), secret, now }), null)
})

test('returns no issue for other events and unexpected bodies', () => {
  const body = '{"repository":{"id":1},"issue":{"number":2}}'
  for (const event of ['ping', 'issue_comment', 'pull_request', '', undefined, ['issues', 'issues']]) {
    assert.deepEqual(call(body, { 'x-github-event': event }), { issueId: null })
  }
  for (const strange of [
    '',
    'null',
    '[]',
    '{',
    '{"issue":{"number":2}}',
    '{"repository":null,"issue":null}',
    '{"repository":{"id":"1"},"issue":{"number":2}}',
    '{"repository":{"id":1.5},"issue":{"number":2}}',
    '{"repository":{"id":1},"issue":{"number":-2}}',
    `${'['.repeat(100_000)}`,
  ]) {
    assert.deepEqual(call(strange), { issueId: null })
  }
})

test('never throws, for any input', () => {
  const header = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), header), header, header, fc.uint8Array(), (rest, signature, event, body) => {
      const headers = { ...rest, 'x-hub-signature-256': signature, 'x-github-event': event }
      assert.equal(verifyWebhook({ headers, body: Buffer.from(body), secret, now }), null)
    }),
  )
  fc.assert(fc.property(fc.json(), (body) => call(body) !== null))
})
