import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, listStoredFiles } from '../test/fixtures/files.ts'
import { openRawConnection, rawRequest } from '../test/instance/raw-connection.ts'
import { createTestApp } from '../test/test-app.ts'

const dataDir = await createDataDir()
const timeouts = { headersMs: 300, requestMs: 400, uploadMs: 60_000, idleMs: 2_000, lingerMs: 100, checkMs: 50 }
const app = await createTestApp({ dataDir, timeouts })
const acme = await app.workspace()
const accounts = await createAccountFixtures(app)
const { cookies } = await accounts.createMember(acme, 'member')
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Sends an upload so slowly that any other request would time out. */
async function sendSlowly(headers: Record<string, string>) {
  const connection = await openRawConnection(app.origin)
  const all = { Origin: 'http://heed.test', 'Heed-File-Name': 'slow.txt', 'Content-Length': '10', ...headers }
  await connection.write(rawRequest(`POST /console/w/${acme.slug}/files`, all))
  const answered = connection.nextResponse()
  for (let sent = 0; sent < 10; sent += 1) {
    await sleep(100)
    await connection.write('x')
  }
  return answered
}

test('receives an upload over a slow connection', async () => {
  const { status } = await sendSlowly({ Cookie: cookie })
  assert.equal(status, 200)
  assert.equal((await listStoredFiles(dataDir, acme)).length, 1)
})

test('rejects an upload that stops, and states its time limit', async () => {
  const other = await createTestApp({ dataDir, timeouts: { ...timeouts, requestMs: 20_000, uploadMs: 3_000 } })
  const bolt = await other.workspace()
  const member = await (await createAccountFixtures(other)).createMember(bolt, 'member')
  const connection = await openRawConnection(other.origin)
  const headers = {
    Origin: 'http://heed.test',
    Cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'Heed-File-Name': 'slow.txt',
    'Content-Length': '10',
  }
  await connection.write(rawRequest(`POST /console/w/${bolt.slug}/files`, headers, 'x'))
  const { status, json } = await connection.nextResponse()
  assert.equal(status, 400)
  assert.match(json.error.message, /must arrive within 3 seconds/)
})

test('stores nothing of an upload that is shorter than its Content-Length', async () => {
  const before = await listStoredFiles(dataDir, acme)
  const connection = connect(Number(new URL(app.origin).port), '127.0.0.1')
  const headers = { Origin: 'http://heed.test', Cookie: cookie, 'Heed-File-Name': 'short.txt', 'Content-Length': '900' }
  connection.write(rawRequest(`POST /console/w/${acme.slug}/files`, headers, 'The beginning'))
  while ((await temporaryFiles()).length === 0) await sleep(10)
  connection.destroy()
  while ((await temporaryFiles()).length > 0) await sleep(10)
  assert.deepEqual(await listStoredFiles(dataDir, acme), before)
})

const temporaryFiles = () => readdir(join(dataDir, 'uploads')).catch(() => [])
