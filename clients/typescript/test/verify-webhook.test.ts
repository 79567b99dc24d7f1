import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { generateSecret, signDelivery } from '../../../server/webhooks/secret.ts'
import { verifyWebhook, type WebhookRequest, WebhookVerificationError } from '../src/index.ts'

const secret = generateSecret()
const body = '{"type":"feedback.created","timestamp":"2026-11-24T10:00:00.000Z","data":{"id":"1","title":"Größe 👍"}}'
const now = () => Math.floor(Date.now() / 1_000)

/** Returns a request as Heed signs it. */
function sign(secrets: string[], { id = 'evt-1', timestamp = now() } = {}): WebhookRequest {
  const signature = signDelivery(secrets, { id, timestamp, body })
  return {
    body,
    secret,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
  }
}

const headersOf = (request: WebhookRequest) => request.headers as Record<string, string>
const rejects = (request: WebhookRequest) => assert.rejects(verifyWebhook(request), WebhookVerificationError)

test('returns the event of a request that Heed signed, with its id', async () => {
  const request = sign([secret])
  const event = await verifyWebhook(request)
  assert.deepEqual(event, { id: 'evt-1', ...JSON.parse(body) })
  if (event.type === 'feedback.created') assert.equal(event.data.title, 'Größe 👍')
  const bytes = new TextEncoder().encode(body)
  for (const same of [bytes, Buffer.from(body), bytes.buffer]) {
    assert.deepEqual(await verifyWebhook({ ...request, body: same }), event)
  }
  for (const headers of [new Headers(headersOf(request)), upperCase(headersOf(request))]) {
    assert.deepEqual(await verifyWebhook({ ...request, headers }), event)
  }
})

const upperCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))

test('accepts what the reference implementation signs', async () => {
  const date = new Date()
  const signature = new Webhook(secret).sign('msg_1', date, body)
  const timestamp = String(Math.floor(date.getTime() / 1_000))
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  assert.equal((await verifyWebhook({ body, headers, secret })).id, 'msg_1')
})

test('accepts one of several signatures, with one of several secrets', async () => {
  const [old, other] = [generateSecret(), generateSecret()]
  await verifyWebhook(sign([old, secret]))
  await verifyWebhook(sign([secret, old]))
  await verifyWebhook({ ...sign([old]), secret: [secret, old] })
  await rejects({ ...sign([old, secret]), secret: other })
  await rejects({ ...sign([old]), secret: [secret, other] })
  const request = sign([secret])
  const signature = headersOf(request)['webhook-signature']
  const more = `v1a,${signature!.slice(3)} v1,not-base64! v1, ${signature}`
  await verifyWebhook({ ...request, headers: { ...headersOf(request), 'webhook-signature': more } })
})

test('rejects a changed body, id, timestamp or signature', async () => {
  const request = sign([secret])
  const headers = headersOf(request)
  await rejects({ ...request, body: body.replace('Größe', 'Grosse') })
  await rejects({ ...request, body: JSON.stringify(JSON.parse(body), null, 2) })
  await rejects({ ...request, body: '' })
  await rejects({ ...request, headers: { ...headers, 'webhook-id': 'evt-2' } })
  await rejects({ ...request, headers: { ...headers, 'webhook-timestamp': String(now() - 1) } })
  const signature = headers['webhook-signature']!
  for (const wrong of [
    signature.replace('v1,', 'v2,'),
    signature.slice(3),
    signature.slice(0, -4),
    `v1,${signature[3] === 'A' ? 'B' : 'A'}${signature.slice(4)}`,
    'v1,',
    ' ',
  ]) {
    await rejects({ ...request, headers: { ...headers, 'webhook-signature': wrong } })
  }
})

test('rejects a timestamp outside the tolerance, and text that is no timestamp', async () => {
  for (const seconds of [-290, 290]) await verifyWebhook(sign([secret], { timestamp: now() + seconds }))
  for (const seconds of [-310, 310]) await rejects(sign([secret], { timestamp: now() + seconds }))
  await rejects({ ...sign([secret], { timestamp: now() - 20 }), toleranceSeconds: 10 })
  await verifyWebhook({ ...sign([secret], { timestamp: now() - 900 }), toleranceSeconds: 1_000 })
  for (const text of ['NaN', '', '1e9', '-1', '99999999999999']) {
    const request = sign([secret])
    await rejects({ ...request, headers: { ...headersOf(request), 'webhook-timestamp': text } })
  }
})

test('rejects a request without webhook headers', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const request = sign([secret])
    await rejects({ ...request, headers: { ...headersOf(request), [name]: undefined } })
  }
})

test('says what is wrong with the arguments of the receiver', async () => {
  await assert.rejects(verifyWebhook({ ...sign([secret]), body: JSON.parse(body) }), /as it arrived/)
  for (const wrong of ['', 'whsec_', 'whsec_***']) {
    await assert.rejects(verifyWebhook({ ...sign([secret]), secret: wrong }), /whsec_…/)
  }
})
