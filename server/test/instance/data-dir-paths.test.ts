import assert from 'node:assert/strict'
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TestClient } from '../clients/api-client.ts'
import { runCommand } from '../support/run-command.ts'
import { newDataDir, processesUnder, runHeed, type StartOptions, spawnServer, startInstance } from './test-instance.ts'

const isRoot = process.getuid?.() === 0

const newKey = ['key', 'create', '--workspace', 'acme', '--name', 'test', '--scopes', 'all', '--json']

/** Uses an instance through its server and the command line, stops it, kills it and starts it again. */
async function livesIn(start: StartOptions): Promise<void> {
  assert.equal((await runHeed(start, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  const killed = await startInstance(start)
  const { key } = (await runCommand(start, ...newKey)).json()
  await new TestClient(killed.origin, key).create('/feedback', { title: 'Kept' })
  await killed.stop('SIGKILL')
  const again = await startInstance(start)
  const requests = await new TestClient(again.origin, key).listAll('/feedback')
  assert.deepEqual(
    requests.map(({ title }) => title),
    ['Kept'],
  )
  const listed = (await runCommand(start, 'workspace', 'list', '--json')).json()
  assert.equal(listed.workspaces.length, 1)
  assert.deepEqual(await again.stop(), { status: 0, signal: null })
  assert.deepEqual(await processesUnder(start.dataDir), [])
}

test('supports spaces, quotes and any script in the path of the data folder', async () => {
  const dataDir = await newDataDir("Ada’s 'ö', フィ")
  await livesIn({ dataDir })
  // Short enough for a socket in the folder.
  assert.ok(Buffer.byteLength(join(dataDir, 'postgres', '.s.PGSQL.5432')) <= 100)
})

/** Names a folder whose path is too long for a socket, with its own folder for temporary files. */
async function deepFolder(): Promise<StartOptions & { env: { TMPDIR: string } }> {
  const dataDir = await newDataDir('deep'.repeat(20), 'deeper'.repeat(20))
  assert.ok(Buffer.byteLength(join(dataDir, 'postgres', '.s.PGSQL.5432')) > 107)
  const TMPDIR = dirname(dirname(dirname(dataDir)))
  await chmod(TMPDIR, 0o755)
  return { dataDir, env: { TMPDIR } }
}

test('supports a data folder whose path is too long for a socket and leaves no socket folder behind', async () => {
  const start = await deepFolder()
  const socketFolders = async () => (await readdir(start.env.TMPDIR)).filter((name) => name.startsWith('heed-'))
  const server = await startInstance(start)
  assert.equal((await socketFolders()).length, 1)
  assert.equal((await runHeed(start, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  assert.equal((await spawnServer(start).ended).status, 1)
  assert.deepEqual(await server.stop(), { status: 0, signal: null })
  assert.equal((await runHeed(start, 'workspace', 'list')).status, 0)
  assert.deepEqual(await socketFolders(), [])

  await (await startInstance(start)).stop('SIGKILL')
  await startInstance(start)
})

test('supports, as root, a data folder below one that only root can enter', async (t) => {
  if (!isRoot) return t.skip('the tests do not run as root')
  const dataDir = await newDataDir('private')
  await mkdir(dirname(dataDir), { mode: 0o700 })
  await livesIn({ dataDir })
  const { uid, mode } = await stat(join(dataDir, 'postgres'))
  assert.notEqual(uid, 0)
  assert.equal(mode & 0o777, 0o700)
})

test('supports, as root, a long path below a folder that only root can enter', async (t) => {
  if (!isRoot) return t.skip('the tests do not run as root')
  const { dataDir, env } = await deepFolder()
  await mkdir(dirname(dirname(dataDir)), { mode: 0o700 })
  await livesIn({ dataDir, env })
})

/** Returns the account `nobody` if it can read the repository, otherwise the reason to skip the test. */
async function ordinaryAccount(t: TestContext): Promise<{ uid: number; gid: number } | null> {
  const skip = (reason: string) => {
    t.skip(reason)
    return null
  }
  if (!isRoot) return skip('the tests run as an ordinary user already')
  for (let folder = fileURLToPath(new URL('../../../', import.meta.url)); folder !== '/'; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o005) !== 0o005) return skip(`nobody may not read ${folder}`)
  }
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith('nobody:'))
  if (!line) return skip('this system has no account nobody')
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid: uid!, gid: gid! }
}

/** Creates a data folder that the account owns, in a folder that it can enter. */
async function folderOf({ uid, gid }: { uid: number; gid: number }, mode = 0o700): Promise<string> {
  const dataDir = await newDataDir()
  await chmod(dirname(dataDir), 0o755)
  await mkdir(dataDir, { mode })
  await chown(dataDir, uid, gid)
  return dataDir
}

test('runs server and database as an ordinary user', async (t) => {
  const account = await ordinaryAccount(t)
  if (!account) return
  const dataDir = await folderOf(account)
  await livesIn({ dataDir, account })
  for (const name of await readdir(dataDir)) assert.equal((await stat(join(dataDir, name))).uid, account.uid, name)
})

test('reports a data folder that belongs to root and does not change it', async (t) => {
  const account = await ordinaryAccount(t)
  if (!account) return
  const dataDir = await folderOf(account)
  await (await startInstance({ dataDir })).stop('SIGKILL')
  const locked = spawnServer({ dataDir, account })
  assert.deepEqual(await locked.ended, { status: 1, signal: null })
  assert.match(locked.stderr(), /^Heed has no permission to use .*heed\.lock: EACCES/)

  assert.equal((await runCommand({ dataDir }, 'workspace', 'list')).status, 0)
  const foreign = spawnServer({ dataDir, account })
  assert.equal((await foreign.ended).status, 1)
  assert.match(foreign.stderr(), /EACCES/)
  assert.equal((await runCommand({ dataDir }, 'workspace', 'list')).status, 0)
})

test('names a data folder that is not writable', async (t) => {
  const account = isRoot ? await ordinaryAccount(t) : undefined
  if (account === null) return
  const parent = dirname(await newDataDir())
  await chmod(parent, 0o555)
  const dataDir = join(parent, 'data')
  const refused = spawnServer({ dataDir, ...(account && { account }) })
  assert.deepEqual(await refused.ended, { status: 1, signal: null })
  assert.ok(refused.stderr().startsWith(`Heed has no permission to use ${dataDir}: EACCES`), refused.stderr())
})
