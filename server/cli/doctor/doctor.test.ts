import assert from 'node:assert/strict'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { clockFinding } from '../../diagnostics/database.ts'
import type { Finding } from '../../diagnostics/finding.ts'
import { newDataDir, startInstance } from '../../test/instance/test-instance.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { createTestApp, testDatabaseEnv, testSocketDir } from '../../test/test-app.ts'
import { spaceFinding } from './data-folder.ts'
import { checkRuntime } from './runtime.ts'

const app = await createTestApp()
const dataDir = await newDataDir()

const urlOf = (database: string) => `postgres://heed@localhost/${database}?host=${encodeURIComponent(testSocketDir())}`

interface DoctorResult {
  status: number | null
  ok: boolean
  findings: Finding[]
  /** The findings of one check. */
  of(check: string): Finding[]
}

async function doctor(env: Record<string, string>, folder = dataDir): Promise<DoctorResult> {
  const outcome = await runCommand({ dataDir: folder, env }, 'doctor', '--json')
  const { ok, findings } = outcome.json() as { ok: boolean; findings: Finding[] }
  return { status: outcome.status, ok, findings, of: (check) => findings.filter((each) => each.check === check) }
}

const doctorOnApp = (env: Record<string, string> = {}) => doctor({ ...testDatabaseEnv(app.databaseName), ...env })

/** Starts a server on loopback that handles each connection with `serve`. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => server.close())
  return (server.address() as { port: number }).port
}

test('reports no problem on a healthy instance, with or without its server, and changes nothing', async () => {
  const folder = await newDataDir()
  const instance = await startInstance({ dataDir: folder })
  const running = await doctor({}, folder)
  assert.deepEqual(
    running.findings.filter(({ status }) => status === 'problem'),
    [],
  )
  assert.deepEqual([running.ok, running.status], [true, 0])
  assert.equal((await fetch(`${instance.origin}/readyz`)).status, 200)
  await instance.stop()

  const before = (await readdir(folder)).sort()
  const stopped = await doctor({}, folder)
  assert.deepEqual([stopped.ok, stopped.status], [true, 0])
  assert.deepEqual((await readdir(folder)).sort(), before)
  const checks = new Set(stopped.findings.map(({ check }) => check))
  assert.deepEqual(
    [...checks],
    [
      'runtime',
      'settings',
      'data folder',
      'database',
      'counters',
      'announcements',
      'mail',
      'redis',
      'files',
      'archive',
    ],
  )
  for (const { message, advice } of stopped.findings) assert.ok(message && (advice === null || advice !== ''))
})

test('reports no problem before the first start and creates nothing', async () => {
  const folder = await newDataDir()
  const found = await doctor({}, folder)
  assert.deepEqual([found.ok, found.status], [true, 0])
  assert.match(found.of('database')[0]!.message, /no database yet/)
  await assert.rejects(stat(folder), { code: 'ENOENT' })
})

test('prints one line per finding with the advice below it', async () => {
  const { stdout, status } = await runCommand({ dataDir, env: { PUBLIC_URL: 'http://feedback.example.com' } }, 'doctor')
  assert.equal(status, 0)
  assert.match(stdout, /^warning +settings +PUBLIC_URL is http:\/\/feedback\.example\.com: .*\n +→ .*https/m)
  assert.match(stdout, /^0 problems, 1 warning\.$/m)
})

test('reports wrong counters by workspace, with a statement that corrects them', async () => {
  const harbour = await app.workspace({ slug: 'harbour' })
  const quay = await app.workspace({ slug: 'quay' })
  for (const { api } of [harbour, quay]) {
    const request = await api.create('/feedback', { title: 'Crane hours', submitter: { email: 'ada@example.com' } })
    await api.create(`/feedback/${request.id}/comments`, { body: 'Please' })
    await api.create(`/feedback/${request.id}/comments`, { body: 'A note', kind: 'staff_reply', isInternal: true })
    const entry = await api.create('/changelog', { title: 'Cranes' })
    await api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks' })
  }
  // More than one batch: the first and the last row are wrong.
  await multiply((await harbour.api.create('/feedback', { title: 'Berths' })).id, 5_100)
  const right = await doctorOnApp()
  assert.deepEqual(
    right.of('counters').map(({ status }) => status),
    ['ok'],
  )

  await app.database.pool.query(
    `update feedback set votes = votes + 1 where id in
       ((select min(id::text)::uuid from feedback where workspace_id = $1),
        (select max(id::text)::uuid from feedback where workspace_id = $1))`,
    [harbour.id],
  )
  await app.database.pool.query('update feedback set comments = comments + 1 where workspace_id = $1', [quay.id])
  await app.database.pool.query('update changelog_entries set comments = 0 where workspace_id = $1', [harbour.id])
  await app.database.pool.query('update workspace_usage set tracked_customers = 7 where workspace_id = $1', [quay.id])

  const wrong = await doctorOnApp()
  assert.deepEqual([wrong.ok, wrong.status], [false, 1])
  assert.deepEqual(
    wrong
      .of('counters')
      .map(({ message }) => message)
      .sort(),
    [
      'Workspace harbour: the counter comments differs on 1 changelog entry from the actual count.',
      'Workspace harbour: the counter votes differs on 2 feedback requests from the actual count.',
      'Workspace quay: the counter comments differs on 1 feedback request from the actual count.',
      'Workspace quay: the counter tracked_customers differs from the actual count.',
    ],
  )
  for (const { advice } of wrong.of('counters')) {
    await app.database.pool.query(/and run: (update .*;)$/.exec(advice!)![1]!)
  }
  assert.deepEqual(
    (await doctorOnApp()).of('counters').map(({ status }) => status),
    ['ok'],
  )
})

test('reports a workspace without a number of tracked customers, with a statement that restores it', async () => {
  const dock = await app.workspace({ slug: 'dock' })
  await dock.api.create('/feedback', { title: 'Crane hours', submitter: { email: 'ada@example.com' } })
  await app.database.pool.query('delete from workspace_usage where workspace_id = $1', [dock.id])
  const [finding, ...others] = (await doctorOnApp()).of('counters')
  assert.deepEqual(
    [finding?.status, finding?.message, others],
    ['problem', 'Workspace dock: the number of tracked customers is missing.', []],
  )
  await app.database.pool.query(/and run: (insert .*;)$/.exec(finding!.advice!)![1]!)
  const { rows } = await app.database.pool.query(
    'select tracked_customers as count from workspace_usage where workspace_id = $1',
    [dock.id],
  )
  assert.deepEqual(rows, [{ count: 1 }])
})

/** Copies a request, whatever its columns are. */
async function multiply(id: string, copies: number): Promise<void> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = 'feedback' and is_generated = 'NEVER'`,
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => (name === 'id' ? 'uuidv7()' : name))
  await app.database.pool.query(
    `insert into feedback (${names}) select ${values} from feedback, generate_series(1, $2) where id = $1`,
    [id, copies],
  )
}

test('counts due announcements', async () => {
  const pier = await app.workspace({ slug: 'pier' })
  const entry = await pier.api.create('/changelog', { title: 'Open again' })
  await pier.api.create(`/changelog/${entry.id}/publish`)
  assert.match((await doctorOnApp()).of('announcements')[0]!.message, /^1 entry is waiting to be announced/)
})

test('warns about late digests', async () => {
  const quay = await app.workspace({ slug: 'jetty' })
  const request = await quay.api.create('/feedback', { title: 'Later opening' })
  await quay.api.patch(`/feedback/${request.id}/stage`, { stage: 'planned' })
  const found = async () => (await doctorOnApp()).of('announcements').find(({ message }) => message.includes('digest'))
  assert.equal(await found(), undefined)
  await app.database.pool.query(`update notification_events set due_at = now() - interval '1 hour'`)
  const { status, message } = (await found())!
  assert.equal(status, 'warning')
  assert.match(message, /^1 digest is waiting to be sent/)
})

test('warns about portal domains whose TXT record is missing, and says when they stop being served', async () => {
  const add = async (slug: string, host: string, columns: string) => {
    const { id } = await app.workspace({ slug })
    await app.database.pool.query(
      `insert into portal_domains (workspace_id, host, token, created_at, verified_at, served_until)
       values ($1, $2, repeat('x', 32), ${columns})`,
      [id, host],
    )
  }
  await add('new-domain', 'new.example', 'now(), null, null')
  await add('old-domain', 'old.example', "now() - interval '2 days', null, null")
  await add('lost-domain', 'lost.example', "now() - interval '1 year', now(), '2030-01-02T00:00:00Z'")
  await add('fine-domain', 'fine.example', "now() - interval '1 year', now(), null")
  const findings = (await doctorOnApp()).of('domains')
  assert.deepEqual(
    findings.map(({ status, message }) => [
      status,
      /^The portal of (\S+) is (.+?)\. The TXT record (\S+) is/.exec(message)!.slice(1),
    ]),
    [
      ['warning', ['lost-domain', 'served at lost.example only until 2030-01-02T00:00:00.000Z', '_heed.lost.example']],
      ['ok', ['new-domain', 'not served at new.example', '_heed.new.example']],
      ['warning', ['old-domain', 'not served at old.example', '_heed.old.example']],
    ],
  )
})

test('reports a database that can lose acknowledged writes as a problem', async () => {
  // The test cluster is temporary, so nothing in it needs to survive a crash.
  const found = await doctorOnApp()
  assert.deepEqual(
    found
      .of('database')
      .filter(({ status }) => status !== 'ok')
      .map(({ message }) => message),
    ['fsync, full_page_writes, and synchronous_commit are off: a crash can lose acknowledged writes.'],
  )
})

async function makeDatabase(name: string, options: string): Promise<string> {
  const admin = new pg.Client({ host: testSocketDir(), user: 'heed', database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name} ${options}`)
  after(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return urlOf(name)
}

test('reports a database with the locale C as a problem, with or without tables', async () => {
  const options = `template template0 encoding 'UTF8' locale_provider libc locale 'C'`
  const DATABASE_URL = await makeDatabase(`plain_${process.pid}`, options)
  const empty = await doctor({ DATABASE_URL })
  const messages = empty.of('database').map(({ status, message }) => `${status}: ${message}`)
  assert.ok(messages.includes('warning: The database has no Heed tables yet.'), messages.join('\n'))
  assert.ok(
    messages.some((line) => /^problem: .*É/.test(line)),
    messages.join('\n'),
  )
  assert.deepEqual(empty.of('counters'), [])

  await runCommand({ dataDir, env: { DATABASE_URL } }, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  const migrated = await doctor({ DATABASE_URL })
  assert.deepEqual(
    migrated.of('counters').map(({ status, message }) => `${status}: ${message}`),
    ['ok: All counters of 1 row are correct.'],
  )
})

test('distinguishes databases of a later version, an earlier version and changed migrations', async () => {
  const later = await makeDatabase(`later_${process.pid}`, 'template heed_template')
  const client = new pg.Client(later)
  await client.connect()
  await client.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  const ahead = (await doctor({ DATABASE_URL: later })).of('database')
  await client.query(`delete from schema_migrations where name = '9999_later.sql'`)
  await client.query('delete from schema_migrations where name = (select max(name) from schema_migrations)')
  const behind = (await doctor({ DATABASE_URL: later })).of('database')
  await client.query(`update schema_migrations set checksum = 'other' where name like '0001%'`)
  const changed = (await doctor({ DATABASE_URL: later })).of('database')
  await client.end()
  const has = (findings: Finding[], status: string, words: RegExp) =>
    assert.ok(
      findings.some((each) => each.status === status && words.test(each.message)),
      JSON.stringify(findings),
    )
  has(ahead, 'problem', /later version of Heed: 9999_later\.sql/)
  has(behind, 'warning', /^1 migration has not been applied yet\.$/)
  has(changed, 'problem', /changed after .*: 0001_/)
})

test('reports an unreachable database together with all other findings', async () => {
  const found = await doctor({ DATABASE_URL: 'postgres://heed:hunter2@localhost:1/heed' })
  assert.deepEqual([found.ok, found.status], [false, 1])
  const [finding, ...more] = found.of('database')
  assert.deepEqual([finding!.status, more], ['problem', []])
  assert.match(finding!.message, /ECONNREFUSED/)
  assert.match(finding!.advice!, /DATABASE_URL/)
  assert.doesNotMatch(JSON.stringify(found.findings), /hunter2/)
  assert.deepEqual([found.of('mail').length, found.of('data folder').length > 0], [1, true])
})

test('reports an embedded database that does not start', async () => {
  const folder = await newDataDir()
  await runCommand({ dataDir: folder }, 'workspace', 'list')
  await writeFile(join(folder, 'postgres', 'postgresql.conf'), 'no_such_setting = on\n')
  const found = await doctor({}, folder)
  assert.equal(found.status, 1)
  assert.match(found.of('database')[0]!.message, /no_such_setting/)
  assert.match(found.of('database')[0]!.advice!, /postgres\.log/)
})

test('reports every invalid setting as a problem', async () => {
  const found = await doctor({
    PORT: 'http',
    SECRET_KEY: 'changeme',
    SMTP_URL: 'mail.example.com',
    DATABASE_URL: 'mysql://db/x',
  })
  assert.equal(found.status, 1)
  const problems = found.of('settings').map(({ status, message }) => `${status} ${message.split(' ', 1)[0]}`)
  assert.deepEqual(problems.sort(), ['problem DATABASE_URL', 'problem PORT', 'problem SECRET_KEY', 'problem SMTP_URL'])
})

for (const [env, status, words] of [
  [
    { PUBLIC_URL: 'https://feedback.example.com', HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1/32' },
    'ok',
    /feedback\.example\.com/,
  ],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'ok', /this machine only/],
  [{ PUBLIC_URL: 'http://10.0.0.7:3000' }, 'warning', /unencrypted/],
  [{ HOST: '192.168.1.2', PUBLIC_URL: 'http://127.0.0.1:3000' }, 'warning', /do not work on other machines/],
  [{ HOST: '0.0.0.0' }, 'problem', /does not work from an email/],
  [{ HOST: '::' }, 'problem', /does not work from an email/],
] as const) {
  test(`reports the settings ${JSON.stringify(env)} as ${status}`, async () => {
    const [finding, ...more] = (await doctor(env)).of('settings')
    assert.deepEqual([finding!.status, more], [status, []])
    assert.match(finding!.message, words)
  })
}

test('warns about an https address without trusted proxies', async () => {
  const [, finding] = (await doctor({ PUBLIC_URL: 'https://feedback.example.com' })).of('settings')
  assert.equal(finding!.status, 'warning')
  assert.match(finding!.message, /all visitors share one address/)
  assert.match(finding!.advice!, /Set TRUSTED_PROXIES/)
})

test('reports a readable or damaged secret key as a problem', async () => {
  const folder = await newDataDir()
  await (await startInstance({ dataDir: folder })).stop()
  const path = join(folder, 'secret-key')
  const problems = async () => (await doctor({}, folder)).of('data folder').filter(({ status }) => status === 'problem')
  assert.deepEqual(await problems(), [])
  await chmod(path, 0o644)
  const [open] = await problems()
  assert.match(open!.message, /mode 644/)
  assert.match(open!.advice!, /chmod 600/)
  await chmod(path, 0o600)
  await writeFile(path, '')
  assert.match((await problems())[0]!.message, /damaged/)
})

test('checks Redis if it is set and reports an unreachable one as a problem', async () => {
  const port = await listen((socket) => {
    // Answers each command. RESP arrays begin with an asterisk.
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const command of text.split(/(?=\*\d+\r\n)/)) socket.write(/ping/i.test(command) ? '+PONG\r\n' : '+OK\r\n')
    })
  })
  const [there] = (await doctor({ REDIS_URL: `redis://:hunter2@127.0.0.1:${port}` })).of('redis')
  assert.deepEqual([there!.status, there!.message], ['ok', `Redis at 127.0.0.1:${port} is reachable.`])
  const [gone] = (await doctor({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' })).of('redis')
  assert.equal(gone!.status, 'problem')
  assert.match(gone!.message, /ECONNREFUSED/)
  assert.doesNotMatch(gone!.message, /hunter2/)
})

test('warns about disk space, clock and Node.js version before reporting a problem', () => {
  const space = [2e9, 9e8, 9e7].map((free) => spaceFinding('/srv', free).status)
  assert.deepEqual(space, ['ok', 'warning', 'problem'])
  assert.deepEqual(
    [0, -5_000, 90_000].map((offset) => clockFinding(offset).status),
    ['ok', 'warning', 'problem'],
  )
  assert.match(clockFinding(-5_000).message, /5\.0 s behind/)
  const nodes = [process.versions.node, '99.0.0', '22.1.0'].map((version) => checkRuntime(version)[0]!.status)
  assert.deepEqual(nodes, ['ok', 'warning', 'problem'])
})
