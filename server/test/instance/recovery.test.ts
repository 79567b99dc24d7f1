import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { sharedBufferSizes } from '../../platform/db/embedded/shared-buffers.ts'
import { runCommand } from '../support/run-command.ts'
import {
  connectToDatabase,
  kill,
  newDataDir,
  newMigratedDataDir,
  processesUnder,
  spawnServer,
  startInstance,
  waitFor,
} from './test-instance.ts'

const listed = async (dataDir: string) => {
  const { workspaces } = (await runCommand({ dataDir }, 'workspace', 'list', '--json')).json()
  return workspaces.map(({ slug }: { slug: string }) => slug)
}

const makeWorkspace = async (dataDir: string, slug: string) => {
  const { status, stderr } = await runCommand({ dataDir }, 'workspace', 'create', '--name', slug, '--slug', slug)
  assert.equal(status, 0, stderr)
}

const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Starts a process unrelated to Heed, which runs until the end of the test. */
function stranger(): { pid: number; isAlive: () => boolean } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd: '/', stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  return { pid: child.pid!, isAlive: () => child.exitCode === null && child.signalCode === null }
}

test('rejects a second server on a data folder, naming the process of the first', async () => {
  const dataDir = await newMigratedDataDir()
  const first = await startInstance({ dataDir })
  const second = spawnServer({ dataDir })
  assert.deepEqual(await second.ended, { status: 1, signal: null })
  assert.ok(second.stderr().includes(`${dataDir} is in use by process ${first.pid} (npm start).`), second.stderr())
  assert.equal((await fetch(`${first.origin}/readyz`)).status, 200)
  await makeWorkspace(dataDir, 'acme')
})

test('stops the database that a killed server left running, and keeps all data', async () => {
  const dataDir = await newMigratedDataDir()
  const killed = await startInstance({ dataDir })
  await makeWorkspace(dataDir, 'acme')
  const orphan = await postmasterOf(dataDir)
  await killed.stop('SIGKILL')
  assert.ok((await processesUnder(dataDir)).includes(orphan))

  await startInstance({ dataDir })
  assert.notEqual(await postmasterOf(dataDir), orphan)
  assert.ok(!(await processesUnder(dataDir)).includes(orphan))
  assert.deepEqual(await listed(dataDir), ['acme'])
})

test('finds the database of a killed server through a symbolic link', async () => {
  const dataDir = await newDataDir()
  const link = join(dirname(dataDir), 'link')
  await mkdir(dataDir)
  await symlink(dataDir, link)
  const killed = await startInstance({ dataDir: link })
  const orphan = await postmasterOf(dataDir)
  await killed.stop('SIGKILL')
  await startInstance({ dataDir: link })
  assert.ok(!(await processesUnder(dataDir)).includes(orphan))
})

test('recovers after server and database were killed, even while a statement is still running', async () => {
  const dataDir = await newMigratedDataDir()
  const killed = await startInstance({ dataDir })
  await makeWorkspace(dataDir, 'acme')
  const busy = await connectToDatabase(dataDir)
  await busy.query("set statement_timeout = '3s'")
  // Counts without waiting for anything, so its process does not notice for seconds that the server is gone.
  const counting = busy.query('select count(*) from generate_series(1, 1e12)').catch((error) => error)
  kill(await postmasterOf(dataDir), 'SIGKILL')
  await killed.stop('SIGKILL')

  await startInstance({ dataDir })
  assert.deepEqual(await listed(dataDir), ['acme'])
  assert.ok((await counting) instanceof Error)
})

test('ignores lock files of the database whose process id now belongs to another program', async () => {
  const dataDir = await newMigratedDataDir()
  const first = await startInstance({ dataDir })
  const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(dataDir, 'postgres', name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  await first.stop()
  const other = stranger()
  for (const [index, file] of files.entries()) {
    const [, ...rest] = texts[index]!.split('\n')
    await writeFile(file, [other.pid, ...rest].join('\n'))
  }

  await startInstance({ dataDir })
  assert.ok(other.isAlive())
})

test('takes over a lock file that is damaged, or whose process has ended or is another program', async () => {
  const dataDir = await newMigratedDataDir()
  const lock = join(dataDir, 'heed.lock')
  const first = await startInstance({ dataDir })
  const left = await readFile(lock, 'utf8')
  await first.stop()
  const other = stranger()
  const taken = JSON.stringify({ ...JSON.parse(left), pid: other.pid })
  for (const stale of [left, taken, '', 'null', '{"pid":']) {
    await writeFile(lock, stale)
    const { status, stderr } = await runCommand({ dataDir }, 'workspace', 'list')
    assert.equal(status, 0, `with ${stale}: ${stderr}`)
  }
  await writeFile(lock, taken)
  await startInstance({ dataDir })
  assert.ok(other.isAlive())
})

test('leaves a database that runs in another container alone, and runs commands in it', async () => {
  const dataDir = await newMigratedDataDir()
  const instance = await startInstance({ dataDir })
  const lock = join(dataDir, 'heed.lock')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const [lockText, pidText] = await Promise.all([readFile(lock, 'utf8'), readFile(pidFile, 'utf8')])
  // Process ids of another container mean nothing here. This one is above the highest of Linux.
  const unknown = 2 ** 22 + 1
  await writeFile(lock, JSON.stringify({ ...JSON.parse(lockText), pid: unknown }))
  await writeFile(pidFile, pidText.replace(/^\d+/, String(unknown)))

  const second = spawnServer({ dataDir })
  assert.deepEqual(await second.ended, { status: 1, signal: null })
  assert.match(second.stderr(), /is in use by a process in another container \(npm start\)/)
  await makeWorkspace(dataDir, 'acme')
  await Promise.all([writeFile(lock, lockText), writeFile(pidFile, pidText)])
  assert.deepEqual(await listed(dataDir), ['acme'])
  assert.equal((await fetch(`${instance.origin}/readyz`)).status, 200)
})

test('changes nothing in a database folder that contains other files', async () => {
  const dataDir = await newDataDir()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')
  const refused = spawnServer({ dataDir })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.match(refused.stderr(), /contains files but no database/)
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['notes.txt'])
})

test('reports why the database did not start, and releases the data folder', async () => {
  const dataDir = await newMigratedDataDir()
  const file = join(dataDir, 'postgres', 'postgresql.conf')
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text}\nwork_mem = 'a lot'\n`)
  const refused = spawnServer({ dataDir })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.match(refused.stderr(), /PostgreSQL did not start:[\s\S]*work_mem/)
  await writeFile(file, text)
  await startInstance({ dataDir })
})

// In the other modes, Linux refuses nothing, or an amount that depends on all other processes.
const overcommit = await readFile('/proc/sys/vm/overcommit_memory', 'utf8').catch(() => '')
const skip =
  (overcommit.trim() !== '0' || sharedBufferSizes().length === 1) &&
  'needs vm.overcommit_memory=0, and a machine whose shared buffers are larger than 128 MB'

test('starts with smaller shared buffers if the system refuses to allocate the memory', { skip }, async () => {
  const dataDir = await newMigratedDataDir()
  const file = join(dataDir, 'postgres', 'postgresql.conf')
  const text = await readFile(file, 'utf8')
  // Linux refuses to allocate more at once than all of its memory. PostgreSQL allocates this together with the buffers, and
  // does not touch it.
  const reserve = (megabytes: number) => writeFile(file, `${text}\nmin_dynamic_shared_memory = ${megabytes}MB\n`)
  const memory = await readFile('/proc/meminfo', 'utf8')
  const kilobytes = ['MemTotal', 'SwapTotal'].map((name) =>
    Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(memory)![1]),
  )
  const mostMegabytes = Math.floor((kilobytes[0]! + kilobytes[1]!) / 1_024)

  await reserve(mostMegabytes)
  const refused = spawnServer({ dataDir })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.match(refused.stderr(), /Cannot allocate memory[\s\S]*raise vm\.overcommit_ratio/)

  const [largest, ...smaller] = sharedBufferSizes()
  await reserve(mostMegabytes - Math.floor(Number.parseInt(largest!, 10) * 0.8))
  await startInstance({ dataDir })
  const started = await readFile(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8')
  const [, used] = /shared_buffers=(\w+)/.exec(started)!
  assert.ok(smaller.includes(used!), started)
})

test('exits with status 1 if the database stops under a running server', async () => {
  const dataDir = await newMigratedDataDir()
  const instance = await startInstance({ dataDir })
  kill(await postmasterOf(dataDir), 'SIGKILL')
  assert.deepEqual(await instance.ended, { status: 1, signal: null })
  assert.match(instance.stderr(), /The database stopped unexpectedly\. See postgres\.log/)
  await startInstance({ dataDir })
})

/** The steps of a first start that are visible from outside, in order. */
const moments: [name: string, hasCome: (dataDir: string) => Promise<boolean>][] = [
  ['the folder is locked', async (dataDir) => (await names(dataDir)).includes('heed.lock')],
  ['the database folder has been started', async (dataDir) => (await draftOf(dataDir)).length > 0],
  ['the database folder is partly filled', async (dataDir) => (await draftOf(dataDir)).includes('postgresql.conf')],
  ['the database folder has been created', async (dataDir) => (await names(dataDir)).includes('postgres')],
  ['the database accepts connections', (dataDir) => answers(dataDir, 'postgres')],
  ['the database exists but is not migrated', (dataDir) => answers(dataDir, 'heed')],
]

const names = (folder: string) => readdir(folder).catch((): string[] => [])

async function draftOf(dataDir: string): Promise<string[]> {
  const draft = (await names(dataDir)).find((name) => name.startsWith('postgres.new'))
  return draft === undefined ? [] : names(join(dataDir, draft))
}

async function answers(dataDir: string, database: string): Promise<boolean> {
  const client = new pg.Client({ host: join(dataDir, 'postgres'), user: 'heed', database })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

for (const [moment, hasCome] of moments) {
  test(`starts again after a first start that was killed when ${moment}`, async () => {
    const dataDir = await newDataDir()
    const killed = spawnServer({ dataDir })
    await waitFor(() => hasCome(dataDir), killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    await startInstance({ dataDir })
    await makeWorkspace(dataDir, 'acme')
    assert.deepEqual(await listed(dataDir), ['acme'])
  })
}
