import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, sendFile } from '../test/fixtures/files.ts'
import { createTestApp } from '../test/test-app.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const accounts = await createAccountFixtures(app)
const acme = await app.workspace()
const { cookies } = await accounts.createMember(acme, 'member')
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const consoleUrl = `${app.origin}/console/w/${acme.slug}`
const text = 'Every month I copy the numbers.'
const { body: file } = await sendFile(`${consoleUrl}/files`, cookie, 'numbers.txt', text)
const { id } = await acme.api.create('/feedback', { title: 'Export', description: file.markdown })
await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
const etag = `"${file.path.split('/')[2]}"`

/** Reads the file with Node's own client, which adds no headers. */
async function read(url: string, headers: Record<string, string>, method = 'GET') {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    sendRequest(`${url}${file.path}`, { method, headers: { ...headers, cookie } }, resolve)
      .on('error', reject)
      .end(),
  )
  return { status: response.statusCode, headers: response.headers, text: (await buffer(response)).toString() }
}

for (const [surface, url] of [
  ['portal', `${app.origin}/p/${acme.slug}`],
  ['console', consoleUrl],
] as const) {
  test(`the ${surface} sends a range of a file with its Content-Range`, async () => {
    const { status, headers, text: part } = await read(url, { range: 'bytes=6-10' })
    assert.deepEqual([status, part], [206, 'month'])
    assert.equal(headers['content-range'], `bytes 6-10/${text.length}`)
    assert.equal(headers['content-length'], '5')
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'")
    assert.equal((await read(url, { range: 'bytes=-8' })).text, 'numbers.')
  })

  test(`the ${surface} returns 416 for a range beyond the file`, async () => {
    const { status, headers, text: nothing } = await read(url, { range: 'bytes=500-' })
    assert.deepEqual([status, headers['content-range'], nothing], [416, `bytes */${text.length}`, ''])
  })

  test(`the ${surface} ignores a range if If-Range is not the current ETag`, async () => {
    const range = { range: 'bytes=0-4' }
    assert.equal((await read(url, { ...range, 'if-range': etag })).text, 'Every')
    for (const ifRange of ['"other"', `W/${etag}`, 'Tue, 24 Nov 2026 00:00:00 GMT'])
      assert.deepEqual([(await read(url, { ...range, 'if-range': ifRange })).text], [text], ifRange)
  })

  test(`the ${surface} sends no body for a matching ETag or for HEAD`, async () => {
    const known = await read(url, { 'if-none-match': etag, range: 'bytes=0-4' })
    assert.deepEqual([known.status, known.text, known.headers.etag], [304, '', etag])
    const head = await read(url, { range: 'bytes=0-4' }, 'HEAD')
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal(head.headers['content-length'], String(text.length))
    assert.equal(head.headers['accept-ranges'], 'bytes')
    assert.equal(head.headers.etag, etag)
  })
}
