import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { connectChannel } from '../test/fixtures/channels.ts'
import { startSmtpServer } from '../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { startTestWorker } from '../test/test-worker.ts'
import { sendTestMessage } from './channels/send.ts'

const smtp = await startSmtpServer()
const app = await createTestApp()
const worker = await startTestWorker(app, createLog('silent'), smtp.url)
after(() => worker.stop())

/** Starts a receiver that responds with this status. */
async function startReceiver(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const addMember = ({ id }: TestWorkspace, email: string, role: string) =>
  app.database.pool.query(
    'insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, $4, now())',
    [id, newId(), email, role],
  )

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await holds()); await sleep(50)) assert.ok(Date.now() < end, 'timed out')
}

/** Creates a workspace with an owner, an admin and a member, and a webhook that is disabled after one delivery. */
async function disable(status: number): Promise<{ acme: TestWorkspace; webhookId: string; url: string }> {
  const acme = await app.workspace()
  for (const role of ['owner', 'admin', 'member']) await addMember(acme, `${role}@${acme.slug}.test`, role)
  const url = await startReceiver(status)
  const { id } = await acme.api.create('/webhooks', { url, events: ['*'] })
  const failedLong = "update webhooks set failing_since = now() - interval '5 days' where id = $1"
  if (status !== 410) await app.database.pool.query(failedLong, [id])
  await acme.api.create('/feedback', { title: 'CSV' })
  await until(async () => !(await acme.api.get(`/webhooks/${id}`)).body.data.enabled)
  return { acme, webhookId: id, url }
}

const mailTo = (workspace: TestWorkspace) => smtp.messages.filter(({ to }) => to.endsWith(`@${workspace.slug}.test`))

for (const { status, because } of [
  { status: 410, because: /responded\s+with status 410/ },
  { status: 500, because: /no\s+delivery\s+has\s+succeeded\s+for\s+five\s+days/ },
]) {
  test(`owners and admins get one email each about a webhook disabled after status ${status}`, async () => {
    const { acme, webhookId } = await disable(status)
    await until(() => mailTo(acme).length >= 2)
    // Later events send no more mail, because the webhook stays disabled.
    await acme.api.create('/feedback', { title: 'PDF' })
    await sleep(1_000)
    const messages = mailTo(acme)
    assert.deepEqual(messages.map(({ to }) => to.split('@')[0]).sort(), ['admin', 'owner'])
    for (const { raw } of messages) {
      const text = raw.replaceAll('=\r\n', '')
      assert.match(text, /^Subject: Heed disabled a webhook of Acme\r$/m)
      assert.match(text, because)
      assert.ok(text.includes(`/console/w/${acme.slug}/settings/webhooks/${webhookId}`))
    }
  })
}

test('owners and admins get one email each about a channel whose webhook is gone, without its URL', async () => {
  const acme = await app.workspace()
  for (const role of ['owner', 'member']) await addMember(acme, `${role}@${acme.slug}.test`, role)
  const url = `${await startReceiver(404)}services/secret`
  const { id } = await connectChannel(app, acme, url, { name: '#feedback' })
  await acme.write((tx) => sendTestMessage(tx, id))
  await until(() => mailTo(acme).length === 1)
  const { to, raw } = mailTo(acme)[0]!
  const text = raw.replaceAll('=\r\n', '')
  assert.match(to, /^owner@/)
  assert.match(text, /^Subject: Heed disabled a channel of Acme\r$/m)
  assert.ok(text.includes(`/console/w/${acme.slug}/settings/channels/${id}`))
  assert.doesNotMatch(text, /services\/secret/)
})

test('disabling a webhook by hand sends no email', async () => {
  const acme = await app.workspace()
  await addMember(acme, `owner@${acme.slug}.test`, 'owner')
  const { id } = await acme.api.create('/webhooks', { url: await startReceiver(200), events: ['*'] })
  await acme.api.patch(`/webhooks/${id}`, { enabled: false })
  await sleep(1_000)
  assert.deepEqual(mailTo(acme), [])
})
