import assert from 'node:assert/strict'
import { get } from 'node:http'
import { suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'
import { negotiateEncoding } from './compression.ts'

const long = 'x'.repeat(2_000)

suite('the encoding of a response', () => {
  for (const [header, expected] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', null],
    ['BR', 'br'],
    ['br;q=nonsense', null],
    ['deflate', null],
    ['', null],
  ] as const) {
    test(`is ${expected ?? 'none'} for "${header}"`, () => assert.equal(negotiateEncoding(header, long), expected))
  }

  test('is none without the header or for a short body', () => {
    assert.equal(negotiateEncoding(undefined, long), null)
    assert.equal(negotiateEncoding('br', 'short'), null)
  })
})

const world = await createTestApp()
const acme = await world.workspace()
for (let n = 0; n < 20; n++) await acme.api.create('/feedback', { title: `Request number ${n}` })

interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Sends a request without decoding the response, as `fetch` would. */
const read = (headers: Record<string, string>): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    get(`${world.origin}/p/${acme.slug}/`, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

test('compresses pages for signed-out and signed-in readers, and varies on the encoding', async () => {
  const { cookie } = await signInCustomer(world, acme, { email: 'ada@example.com' })
  for (const credentials of [{}, { cookie }] as Record<string, string>[]) {
    const plain = await read(credentials)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.match(String(plain.headers.vary), /\bAccept-Encoding\b/)
    for (const encoding of ['br', 'gzip'] as const) {
      const { headers, body } = await read({ ...credentials, 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding)
      assert.match(decoders[encoding](body).toString(), /<\/html>\n$/)
      assert.ok(body.length < plain.body.length / 2, `${encoding}: ${body.length} of ${plain.body.length} bytes`)
    }
  }
})

test('sends 304 only to a reader that has the page in the same encoding', async () => {
  const first = await read({ 'accept-encoding': 'br' })
  const etag = String(first.headers.etag)
  assert.equal((await read({ 'accept-encoding': 'br', 'if-none-match': etag })).status, 304)
  assert.equal((await read({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status, 200)
  assert.equal((await read({ 'if-none-match': etag })).status, 200)
})
