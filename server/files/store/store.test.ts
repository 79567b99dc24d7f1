import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import S3rver from 's3rver'
import { readSettings } from '../../platform/settings.ts'
import { createDataDir } from '../../test/fixtures/files.ts'
import { createFileStore } from './store.ts'

const dataDir = await createDataDir()
const source = join(dataDir, 'source')
await writeFile(source, 'the bytes')

/** Starts a real S3 server. */
async function startS3(): Promise<string> {
  const directory = join(dataDir, 's3')
  await mkdir(directory)
  const configureBuckets = [{ name: 'heed-files', configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = (await server.run()) as AddressInfo
  after(() => server.close())
  return `127.0.0.1:${port}`
}

const host = await startS3()
const s3Url = `s3://S3RVER:S3RVER@${host}/heed-files?tls=0`

for (const [name, settings] of [
  ['the disk', { dataDir, s3Url: null }],
  ['S3', { dataDir, s3Url }],
] as const) {
  test(`${name} stores a file, returns it, and removes it once or twice`, async () => {
    const store = createFileStore(settings)
    after(() => store.close())
    await store.check()
    const key = 'workspace/file'
    assert.equal(await store.open(key), null)
    await store.put(key, source, 'text/plain')
    assert.equal((await buffer((await store.open(key))!)).toString(), 'the bytes')
    assert.equal((await buffer((await store.open(key, { start: 4, end: 6 }))!)).toString(), 'byt')
    await store.put(key, source, 'text/plain')
    await store.remove(key)
    await store.remove(key)
    assert.equal(await store.open(key), null)
  })
}

test('the disk store leaves no unfinished file', async () => {
  const store = createFileStore({ dataDir, s3Url: null })
  await store.put('other/file', source, 'text/plain')
  assert.deepEqual(await readdir(join(dataDir, 'files', 'other')), ['file'])
})

test('S3 says what is wrong with the key, the bucket or the server', async () => {
  const urls = [
    [`s3://UNKNOWN:S3RVER@${host}/heed-files?tls=0`, /status 403/],
    [`s3://S3RVER:S3RVER@${host}/other-bucket?tls=0`, /status 404/],
    ['s3://S3RVER:S3RVER@127.0.0.1:9/heed-files?tls=0', /ECONNREFUSED/],
  ] as const
  for (const [url, message] of urls) {
    const store = createFileStore({ dataDir, s3Url: url })
    after(() => store.close())
    await assert.rejects(store.check(), message)
  }
})

test('returns a range even if the S3 store sends the whole file', async () => {
  const server = createServer((_request, response) => {
    for (const chunk of ['the', ' by', 'tes']) response.write(chunk)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const store = createFileStore({ dataDir, s3Url: `s3://A:B@127.0.0.1:${port}/bucket?tls=0` })
  after(() => store.close())
  const read = async (start: number, end: number) =>
    (await buffer((await store.open('a/b', { start, end }))!)).toString()
  assert.deepEqual([await read(0, 0), await read(2, 6), await read(8, 8)], ['t', 'e byt', 's'])
})

// The server above does not check signatures of version 4.
test('S3 requests are signed as Amazon specifies (SigV4)', async () => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const store = createFileStore({
    dataDir,
    s3Url: `s3://key:se%2Fcret@127.0.0.1:${port}/bucket?tls=0&region=eu-west-1`,
  })
  after(() => store.close())
  await store.put('workspace/file', source, 'image/png')
  const [{ headers, method, url }] = requests as [IncomingMessage]
  const [, scope, signed, signature] = /Credential=key\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization!,
  )!
  const names = signed!.split(';')
  assert.ok(['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
  const canonical = [
    method,
    url,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ]
  const hash = createHash('sha256').update(canonical.join('\n')).digest('hex')
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const signingKey = scope!.split('/').reduce<string | Buffer>(mac, 'AWS4se/cret')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')
  assert.equal(mac(signingKey, text).toString('hex'), signature)
  assert.equal(headers['content-length'], '9')
})

test('the settings name what is wrong with S3_URL, and do not repeat the secret', () => {
  const problemsOf = (S3_URL: string) => {
    try {
      readSettings({ S3_URL })
      return []
    } catch (error) {
      return (error as { problems: string[] }).problems
    }
  }
  assert.deepEqual(problemsOf('s3://key:secret@s3.example.com/bucket?region=eu-central-1&tls=1'), [])
  for (const url of [
    'https://key:secret@s3.example.com/bucket',
    's3://key@s3.example.com/bucket',
    's3://key:secret@s3.example.com/',
    's3://key:secret@s3.example.com/bucket?tls=no',
    's3://key:secret@s3.example.com/bucket?zone=1',
  ]) {
    const problems = problemsOf(url)
    assert.equal(problems.length, 1, url)
    assert.equal(problems[0]!.includes('secret@'), false)
  }
})
