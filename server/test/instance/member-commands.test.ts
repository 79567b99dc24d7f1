import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../support/run-command.ts'
import {
  type CommandResult,
  connectToDatabase,
  newMigratedDataDir,
  spawnServer,
  startInstance,
  waitFor,
  waitUntilReady,
} from './test-instance.ts'

const server = await startInstance({ dataDir: await newMigratedDataDir() })

const run = (line: string): Promise<CommandResult> => runCommand(server, ...line.split(' '))
const invite = async (email: string, role: string) =>
  (await run(`member invite --workspace acme --email ${email} --role ${role} --json`)).json()
const teamOf = async () =>
  (await run('member list --workspace acme --json'))
    .json()
    .members.map(({ email, role }: { email: string; role: string }) => [email, role])

await run('workspace create --slug acme --name Acme --owner-email olga@acme.example')

test('invites, changes roles and removes members, but keeps the last owner', async () => {
  const { url, id, ...invited } = await invite('ada@acme.example', 'admin')
  assert.match(url, new RegExp(`^${server.origin}/console/invitations/[\\w-]{43}$`))
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual([invited.email, invited.role], ['ada@acme.example', 'admin'])
  const { members, invitations } = (await run('member list --workspace acme --json')).json()
  assert.deepEqual([members.length, invitations.length], [1, 1])

  const outbox = join(server.dataDir, 'outbox')
  const file = await waitFor(
    async () => (await readdir(outbox).catch(() => [])).find((name) => name.endsWith('.eml')),
    server,
  )
  assert.match(await readFile(join(outbox, file), 'utf8'), /^Subject: Join Acme on Heed\r$/m)

  const last = await run('member remove --workspace acme --email olga@acme.example --json')
  assert.equal(last.status, 1)
  assert.match(last.json().error.message, /needs an owner/)
  const role = await run('member role --workspace acme --email OLGA@acme.example --role admin')
  assert.equal(role.status, 1)
  assert.deepEqual(await teamOf(), [['olga@acme.example', 'owner']])
  for (const line of ['member remove --workspace acme --email who@x.example', 'member list --workspace nowhere']) {
    assert.equal((await run(line)).status, 1)
  }
})

test('prints a setup link while there is no account, and reset links only for accounts', async () => {
  const { url } = (await run('setup-link --json')).json()
  assert.match(url, new RegExp(`^${server.origin}/console/setup/[\\w-]{43}$`))
  assert.deepEqual((await run('account list --json')).json(), { accounts: [] })
  const reset = await run('account reset-link --email olga@acme.example --json')
  assert.deepEqual([reset.status, reset.json().error.code], [1, 'validation_error'])
})

test('prints the setup link at every start until there is an account', async () => {
  assert.match(server.stderr(), /Set up Heed: /)
  const dataDir = await newMigratedDataDir()
  await runCommand({ dataDir }, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  const first = await waitUntilReady(spawnServer({ dataDir }), dataDir)
  assert.match(first.stderr(), /Set up Heed: /)
  const database = await connectToDatabase(dataDir)
  await database.query(
    `insert into accounts (id, email, name, created_at, updated_at) values (gen_random_uuid(), 'a@x.example', 'Ada', now(), now())`,
  )
  await database.query('update accounts set has_totp = true')
  const reset = (await runCommand(first, 'account', 'reset-link', '--email', 'A@x.example', '--json')).json()
  assert.match(reset.url, /\/console\/password\/reset\/[\w-]{43}$/)
  const accounts = async () => (await runCommand(first, 'account', 'list', '--json')).json().accounts
  assert.deepEqual(
    (await accounts()).map(({ hasTotp }: { hasTotp: boolean }) => hasTotp),
    [true],
  )
  const renamed = await runCommand(first, 'account', 'reset-link', '--email', 'a@x.example', '--end-second-step')
  assert.equal(renamed.status, 2)
  assert.match(renamed.stderr, /unknown option '--end-second-step'/)
  await runCommand(first, 'account', 'reset-link', '--email', 'a@x.example', '--disable-two-factor')
  assert.deepEqual(
    (await accounts()).map(({ hasTotp }: { hasTotp: boolean }) => hasTotp),
    [false],
  )
  assert.equal((await runCommand(first, 'setup-link')).status, 1)
  await first.stop()
  const second = await waitUntilReady(spawnServer({ dataDir }), dataDir)
  assert.doesNotMatch(second.stderr(), /Set up Heed/)
})
