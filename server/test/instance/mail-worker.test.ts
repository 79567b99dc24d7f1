import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { TestClient } from '../clients/api-client.ts'
import { addCustomers, countBy, countDeliveriesByState, waitForDeliveries } from '../fixtures/deliveries.ts'
import { createWorkspaceWithKey, runCommand } from '../support/run-command.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { createTestApp, testDatabaseEnv } from '../test-app.ts'
import { until } from './members.ts'
import { newMigratedDataDir, runHeed, spawnCommand, startInstance, waitFor } from './test-instance.ts'

// Runs `heed worker` as separate processes on the database of a test app, which acts as the web server.

test('finishes deliveries of a killed worker, repeating only those that were in flight', async (t) => {
  const app = await createTestApp()
  const acme = await app.workspace()
  await addCustomers(app, acme.id, 1_000)
  const smtp = await startSmtpServer({ keep: 'ids' })
  t.after(() => smtp.stop())
  const start = {
    dataDir: await newMigratedDataDir(),
    env: {
      ...testDatabaseEnv(app.databaseName),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'news@heed.test',
      SECRET_KEY: 'a secret key that only the tests have, 48 long',
      PUBLIC_URL: 'http://heed.test',
    },
  }
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  const killed = spawnCommand(start, 'worker')
  await waitFor(() => smtp.messages.length >= 200, killed)
  killed.child.kill('SIGKILL')
  await killed.ended
  // PostgreSQL still finishes the statements of the dead worker, which may claim more deliveries.
  await until(async () => {
    const { rows } = await app.database.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows.length === 0
  })
  // Expires the claims of the dead worker, which last two minutes.
  await app.database.pool.query(
    `update notification_deliveries set due_at = now() where state = 'sending' and entry_id = $1`,
    [id],
  )
  const other = spawnCommand(start, 'worker')
  await waitForDeliveries(app, id)
  other.child.kill('SIGTERM')
  assert.equal((await other.ended).status, 0)

  assert.deepEqual(await countDeliveriesByState(app, id), { sent: 1_000 })
  const counts = countBy(smtp.messages, ({ to }) => to)
  assert.equal(counts.size, 1_000)
  const repeated = [...counts].filter(([, count]) => count > 1)
  // Five concurrent messages, and those accepted while the last result was being stored.
  assert.ok(repeated.length <= 20, `${repeated.length} repeated`)
  for (const [address] of repeated) {
    const ids = smtp.messages.filter(({ to }) => to === address).map(({ messageId }) => messageId)
    assert.equal(new Set(ids).size, 1)
  }
})

test('publishes entries that came due while the server was down, and writes each message once', async () => {
  const dataDir = await newMigratedDataDir()
  const first = await startInstance({ dataDir })
  const { key } = await createWorkspaceWithKey({ dataDir }, 'acme')
  const client = new TestClient(first.origin, key)
  await client.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } })
  const scheduledPublishAt = new Date(Date.now() + 3_000).toISOString()
  const { id } = await client.create('/changelog', { title: 'CSV export', scheduledPublishAt })
  await first.stop()
  while (new Date().toISOString() <= scheduledPublishAt) await new Promise((resolve) => setTimeout(resolve, 50))

  const second = await startInstance({ dataDir })
  const outbox = join(dataDir, 'outbox')
  const messages = () => readdir(outbox).catch(() => [])
  await waitFor(async () => (await messages()).length > 0, second)
  const status = async () => (await runCommand({ dataDir }, 'changelog', 'status', id, '--json')).json()
  await waitFor(async () => (await status()).announcement?.state === 'announced', second)
  const { announcement, ...entry } = await status()
  assert.deepEqual(entry, { id, title: 'CSV export', state: 'published' })
  assert.deepEqual([announcement.sent, announcement.due], [1, 0])
  const { publishedAt } = (await new TestClient(second.origin, key).get(`/changelog/${id}`)).body.data
  assert.ok(publishedAt >= scheduledPublishAt)
  const [name, ...others] = await messages()
  assert.deepEqual(others, [])
  assert.match(await readFile(join(outbox, name!), 'utf8'), /^To: .*ada@example\.com/im)
  assert.match((await runCommand({ dataDir }, 'changelog', 'status', id)).stdout, /has been announced.*\ndue 0, sent 1/)
  await second.stop()
})

test('announces nothing with ROLE=web, and shows what is due in doctor and metrics', async () => {
  const dataDir = await newMigratedDataDir()
  const server = await startInstance({ dataDir, env: { ROLE: 'web' } })
  const { key } = await createWorkspaceWithKey({ dataDir }, 'acme')
  const client = new TestClient(server.origin, key)
  const { id } = await client.create('/changelog', { title: 'CSV export' })
  await client.post(`/changelog/${id}/publish`)
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  assert.match(metrics, /^heed_announcements_due 1$/m)
  assert.match(metrics, /^heed_jobs\{queue="announce",state="waiting"\} 1$/m)
  const { findings } = (await runCommand({ dataDir }, 'doctor', '--json')).json()
  const messages = findings.map(({ message }: { message: string }) => message).join('\n')
  assert.match(messages, /1 entry is waiting to be announced/)
  await server.stop()
})

test('explains why a worker needs a DATABASE_URL', async () => {
  const { status, stderr } = await runHeed({ dataDir: await newMigratedDataDir() }, 'worker')
  assert.equal(status, 1)
  assert.match(stderr, /needs a DATABASE_URL/)
})

test('names the missing setting if a worker lacks PUBLIC_URL or SECRET_KEY', async () => {
  const env = { DATABASE_URL: 'postgres://heed@127.0.0.1:1/heed', PUBLIC_URL: 'https://feedback.example.com' }
  const { status, stderr } = await runHeed({ dataDir: await newMigratedDataDir(), env }, 'worker')
  assert.equal(status, 1)
  assert.match(stderr, /needs the same SECRET_KEY as the server/)
})
