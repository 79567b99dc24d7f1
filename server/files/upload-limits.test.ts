import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { submitRequest } from '../test/clients/own-content.ts'
import { signInCustomer } from '../test/clients/portal-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, listStoredFiles, removeFiles, sendFile } from '../test/fixtures/files.ts'
import { createTestApp } from '../test/test-app.ts'
import { imageSlots } from './content/process-image.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir, storageLimits: { free: 1_000, starter: null, growth: null } })
const accounts = await createAccountFixtures(app)

async function scene(input: Parameters<typeof app.workspace>[0] = {}) {
  const acme = await app.workspace(input)
  const member = await accounts.createMember(acme, 'member')
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com' })
  return {
    acme,
    cookie,
    ada,
    consoleUrl: `${app.origin}/console/w/${acme.slug}`,
    portalUrl: `${app.origin}/p/${acme.slug}`,
  }
}

test('says that an empty file is empty', async () => {
  const { ada, cookie, portalUrl, consoleUrl } = await scene()
  for (const [url, session] of [
    [`${portalUrl}/files`, ada.cookie],
    [`${consoleUrl}/files`, cookie],
  ] as const) {
    const { status, body } = await sendFile(url, session, 'a.txt', '')
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /This file is empty/)
  }
})

test('rejects a file that the plan has no space for, and leaves nothing behind', async () => {
  const { acme, cookie, consoleUrl } = await scene({ plan: 'free' })
  const text = (length: number) => sendFile(`${consoleUrl}/files`, cookie, 'a.txt', 'x'.repeat(length))
  const sent = await Promise.all([text(600), text(600)])
  assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 403])
  assert.match(sent.find(({ status }) => status === 403)!.body.message, /out of storage/)
  assert.equal((await text(400)).status, 200)
  await app.database.pool.query(
    `update file_removals set due_at = now() - interval '1 second' where workspace_id = $1`,
    [acme.id],
  )
  await removeFiles(app, dataDir)
  assert.equal((await listStoredFiles(dataDir, acme)).length, 2)
})

test('leaves half of the space to the team', async () => {
  const { acme, ada, cookie, consoleUrl, portalUrl } = await scene({ plan: 'free' })
  const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
  const send = (url: string, session: string, length: number) =>
    sendFile(`${url}/files`, session, 'a.txt', 'x'.repeat(length))
  assert.equal((await send(portalUrl, ada.cookie, 300)).status, 200)
  const { status, body } = await send(portalUrl, bob.cookie, 201)
  assert.equal(status, 403)
  assert.match(JSON.stringify(body), /out of storage for files of customers/)
  assert.equal((await send(portalUrl, bob.cookie, 200)).status, 200)
  assert.equal((await send(consoleUrl, cookie, 500)).status, 200)
})

test('limits what a customer uploads without using it in a text', async () => {
  const { acme, ada, cookie, consoleUrl, portalUrl } = await scene()
  const { markdown } = (await sendFile(`${portalUrl}/files`, ada.cookie, 'a.txt', 'text')).body
  await app.database.pool.query('update files set bytes = 50 * 1048576 - 5 where workspace_id = $1', [acme.id])
  const text = (url: string, session: string) => sendFile(`${url}/files`, session, 'a.txt', 'too much')
  const { status, body } = await text(portalUrl, ada.cookie)
  assert.equal(status, 403)
  assert.match(JSON.stringify(body), /50 MB that you haven’t posted yet/)
  const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
  assert.equal((await text(portalUrl, bob.cookie)).status, 200)
  assert.equal((await text(consoleUrl, cookie)).status, 200)
  await submitRequest(ada, acme, 'Dark mode', markdown)
  assert.equal((await text(portalUrl, ada.cookie)).status, 200)
})

test('rejects uploads while too many wait, and accepts them afterwards', async () => {
  const { ada, cookie, consoleUrl, portalUrl } = await scene()
  const { promise, resolve } = Promise.withResolvers<void>()
  const tasks = Array.from({ length: 21 }, () => imageSlots.run(() => promise))
  for (const [url, session] of [
    [`${portalUrl}/files`, ada.cookie],
    [`${consoleUrl}/files`, cookie],
  ] as const) {
    const { status, headers, body } = await sendFile(url, session, 'a.txt', 'text')
    assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
    assert.match(JSON.stringify(body), /Too many people are uploading/)
  }
  const received = imageSlots.run(async () => 'processed')
  resolve()
  await Promise.all(tasks)
  assert.equal(await received, 'processed')
  assert.equal((await sendFile(`${portalUrl}/files`, ada.cookie, 'a.txt', 'text')).status, 200)
})

test('rejects an upload of a blocked customer, or without space, before it is received', async () => {
  const { acme, ada, portalUrl } = await scene({ plan: 'free' })
  /** Declares a file whose bytes never arrive. */
  const status = async () => {
    const headers = { cookie: ada.cookie, origin: app.origin, 'content-length': '1000000' }
    const request = httpRequest(`${portalUrl}/files`, { method: 'POST', headers })
    request.on('error', () => {})
    request.flushHeaders()
    const [response] = await once(request, 'response')
    request.destroy()
    return response.statusCode
  }
  assert.equal((await sendFile(`${portalUrl}/files`, ada.cookie, 'a.txt', 'x'.repeat(500))).status, 200)
  assert.equal(await status(), 403)
  await app.database.pool.query('update files set bytes = 1 where workspace_id = $1', [acme.id])
  await app.database.pool.query('update customers set blocked_at = now() where workspace_id = $1', [acme.id])
  assert.equal(await status(), 403)
})
