import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sharedBufferSizes } from '../../platform/db/embedded/shared-buffers.ts'
import { runCommand } from '../support/run-command.ts'
import { newDataDir, processesUnder, spawnServer, startInstance } from './test-instance.ts'

test('creates an instance in an empty data folder, prints the next steps and protects its secret', async () => {
  const dataDir = await newDataDir()
  const instance = await startInstance({ dataDir })

  const ready = await fetch(`${instance.origin}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }])
  const alive = await fetch(`${instance.origin}/healthz`)
  assert.deepEqual([alive.status, await alive.json()], [200, { status: 'ok' }])

  const output = instance.stderr()
  assert.match(output, new RegExp(`Data: ${dataDir}`))
  assert.match(output, /There is no workspace yet/)
  assert.match(output, new RegExp(`^  Set up Heed: ${instance.origin}/console/setup/[\\w-]{43}$`, 'm'))
  for (const command of ['npx heed demo', 'npx heed workspace create', 'npx heed key create']) {
    assert.ok(output.includes(command), `${command} is missing in: ${output}`)
  }
  assert.equal((await stat(join(dataDir, 'secret-key'))).mode & 0o777, 0o600)

  // PostgreSQL writes the arguments of its start to this file.
  const started = await readFile(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')
  assert.ok(started.includes(`shared_buffers=${sharedBufferSizes()[0]}`), started)
})

test('prints commands with the prefix from HEED_COMMAND', async () => {
  const instance = await startInstance({
    dataDir: await newDataDir(),
    env: { HEED_COMMAND: 'docker compose exec heed heed' },
  })
  for (const command of ['demo', 'workspace create', 'key create']) {
    assert.match(instance.stderr(), new RegExp(`^    docker compose exec heed heed ${command}`, 'm'))
  }
  assert.doesNotMatch(instance.stderr(), /npx/)
  const page = await (await fetch(`${instance.origin}/console/sign-in`)).text()
  assert.match(page, /docker compose exec heed heed setup-link/)
  assert.doesNotMatch(page, /npx/)
})

test('does not suggest creating a workspace if there is one', async () => {
  const dataDir = await newDataDir()
  await runCommand({ dataDir }, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  const instance = await startInstance({ dataDir })
  assert.doesNotMatch(instance.stderr(), /no workspace yet/)
})

test('names a port that is in use, suggests another and leaves nothing running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const dataDir = await newDataDir()
  const refused = spawnServer({ dataDir, env: { PORT: String(port) } })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.match(refused.stderr(), new RegExp(`^Port ${port} is in use by another program\\..*PORT=`))
  assert.deepEqual(await processesUnder(dataDir), [])
  await startInstance({ dataDir })
})

test('names all invalid settings at once and creates nothing', async () => {
  const dataDir = await newDataDir()
  const env = {
    PORT: 'http',
    LOG_LEVEL: 'loud',
    PUBLIC_URL: 'feedback.example.com',
    DATABASE_URL: 'mysql://db/heed',
    REDIS_URL: 'localhost:6379',
    SMTP_URL: 'mail.example.com',
    TRACKED_CUSTOMERS_FREE: '-1',
    TRACKED_CUSTOMERS_STARTER: '1e3',
    SECRET_KEY: 'changeme',
  }
  const refused = spawnServer({ dataDir, env })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  for (const name of Object.keys(env)) assert.match(refused.stderr(), new RegExp(`^  - ${name} `, 'm'))
  assert.equal(await stat(dataDir).catch(() => null), null)
})

for (const placeholder of ['changeme', 'change-me', 'SECRET', 'your-secret-key', 'x'.repeat(40), 'short']) {
  test(`SECRET_KEY=${placeholder} is rejected with a command to generate a key`, async () => {
    const dataDir = await newDataDir()
    const refused = spawnServer({ dataDir, env: { SECRET_KEY: placeholder } })
    assert.deepEqual(await refused.ended, { status: 1, signal: null })
    assert.match(refused.stderr(), /SECRET_KEY .*openssl rand/)
    assert.equal(await stat(dataDir).catch(() => null), null)
  })
}

test('names DATABASE_URL, without its password, if the database is unreachable', async () => {
  const dataDir = await newDataDir()
  const DATABASE_URL = 'postgres://heed:hunter2@localhost:1/heed'
  const refused = spawnServer({ dataDir, env: { DATABASE_URL } })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.match(refused.stderr(), /DATABASE_URL[\s\S]*ECONNREFUSED/)
  const command = await runCommand({ dataDir, env: { DATABASE_URL } }, 'workspace', 'list', '--json')
  assert.equal(command.status, 1)
  assert.match(command.json().error.message, /DATABASE_URL/)
  assert.doesNotMatch(refused.stderr() + command.stdout + command.stderr, /hunter2/)
})
