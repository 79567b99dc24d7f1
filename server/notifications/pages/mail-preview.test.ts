import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { createServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { createTestApp } from '../../test/test-app.ts'
import { mailPreviews } from './mail-preview.ts'

const testApp = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await testApp.workspace()
const log = createLog('silent')
const http = createServer(log)
mailPreviews(http, {
  database: testApp.database,
  secretKey: 'a secret key that only the tests have, 48 long',
  publicUrl: 'https://feedback.example.com',
  clock: () => '2026-03-01T09:00:00.000Z',
  log,
})
const origin = await http.listen({ host: '127.0.0.1', port: 0 })
after(() => http.close())

/** Sends a request with a custom Host header, which `fetch` cannot set. */
const call = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; policy: string; text: string }>((resolve, reject) => {
    request(origin + path, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      const policy = response.headers['content-security-policy'] as string
      response.on('end', () => resolve({ status: response.statusCode!, policy, text }))
    })
      .on('error', reject)
      .end()
  })

const request1 = await acme.api.create('/feedback', { title: 'Export of <all> tables' })
await acme.api.patch(`/feedback/${request1.id}/status`, { status: 'approved' })
const draft = await acme.api.create('/changelog', {
  title: 'CSV <export>',
  body: '**All**',
  linkedFeedbackIds: [request1.id],
})
const path = `/dev/mail/${acme.slug}/${draft.id}`

test('shows the headers, text and HTML of a draft', async () => {
  const list = await call('/dev/mail')
  assert.match(list.text, new RegExp(`<a href="${path}">CSV &lt;export&gt;</a>`))
  const { status, text, policy } = await call(path)
  assert.equal(status, 200)
  assert.match(policy, /frame-src 'self'/)
  assert.match(text, new RegExp(`<iframe src="${path}/html"`))
  assert.match(text, /<pre>Acme\n\nCSV &lt;export&gt;\n1 March 2026/)
  assert.match(text, /<dt>List-Unsubscribe-Post<\/dt><dd>List-Unsubscribe=One-Click<\/dd>/)
  const html = await call(`${path}/html`)
  assert.match(html.text, /<h1[^>]*>CSV &lt;export&gt;<\/h1>.*<strong>All<\/strong>/s)
  assert.match(html.policy, /default-src 'none'.*sandbox/)
})

test('returns 404 through a proxy or for a host name of another machine', async () => {
  for (const headers of [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { host: 'rebound.example.com' },
    { host: '127.0.0.1.example.com' },
  ] as Record<string, string>[]) {
    for (const each of ['/dev/mail', path, `${path}/html`]) {
      const { status, text } = await call(each, headers)
      assert.equal(status, 404, JSON.stringify(headers))
      assert.doesNotMatch(text, /CSV/)
    }
  }
  assert.equal((await call('/dev/mail', { host: 'localhost:3000' })).status, 200)
})

test('returns 404 for an unknown entry or workspace', async () => {
  for (const each of [`/dev/mail/${acme.slug}/x`, `/dev/mail/nobody/${draft.id}`]) {
    assert.equal((await call(each)).status, 404)
  }
})

test('is not served outside development', async () => {
  assert.equal((await fetch(`${testApp.origin}/dev/mail`)).status, 404)
  assert.equal((await fetch(testApp.origin + path)).status, 404)
})
