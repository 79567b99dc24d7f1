import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  newDataDir,
  newMigratedDataDir,
  processesUnder,
  runHeed,
  spawnCommand,
  spawnServer,
  startInstance,
  waitFor,
  waitForCommand,
  waitUntilReady,
} from './test-instance.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const slugsIn = async (dataDir: string) =>
  (await runHeed({ dataDir }, 'workspace', 'list', '--json'))
    .json()
    .workspaces.map((each: { slug: string }) => each.slug)

const create = (slug: string) => ['workspace', 'create', '--name', slug, '--slug', slug, '--json']

const isLocked = async (dataDir: string) => (await readdir(dataDir).catch((): string[] => [])).includes('heed.lock')

test('without a server, and without a database yet, a command makes and starts it and leaves nothing running', async () => {
  const dataDir = await newDataDir()
  const { status, stderr, json } = await runHeed({ dataDir }, ...create('acme'))
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(json().slug, 'acme')
  assert.deepEqual(await processesUnder(dataDir), [])
  assert.equal(await isLocked(dataDir), false)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

test('a refused command leaves nothing running either', async () => {
  const dataDir = await newMigratedDataDir()
  const { status } = await runHeed({ dataDir }, 'key', 'list', '--workspace', 'nowhere')
  assert.equal(status, 1)
  assert.deepEqual(await processesUnder(dataDir), [])
  assert.equal(await isLocked(dataDir), false)
})

test('commands at once on an empty data folder wait for one another, and all are done', async () => {
  const dataDir = await newDataDir()
  const slugs = ['acme', 'globex', 'initech']
  const outcomes = await Promise.all(slugs.map((slug) => runHeed({ dataDir }, ...create(slug))))
  for (const { status, stderr } of outcomes) assert.deepEqual([status, stderr], [0, ''])
  assert.deepEqual(await slugsIn(dataDir), slugs)
})

test('commands at once beside a running server are all done', async () => {
  const { dataDir } = await startInstance({ dataDir: await newMigratedDataDir() })
  const slugs = ['acme', 'globex', 'initech']
  const outcomes = await Promise.all(slugs.map((slug) => runHeed({ dataDir }, ...create(slug))))
  for (const { status, stderr } of outcomes) assert.deepEqual([status, stderr], [0, ''])
  assert.deepEqual(await slugsIn(dataDir), slugs)
})

test('a command during the first start of a server waits for it and is done', async () => {
  const dataDir = await newDataDir()
  const starting = spawnServer({ dataDir })
  await waitFor(() => isLocked(dataDir), starting)
  const { status, stderr } = await runHeed({ dataDir }, ...create('acme'))
  assert.deepEqual([status, stderr], [0, ''])
  await waitUntilReady(starting, dataDir)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

test('a server that starts while a command has the folder waits for it', async () => {
  const dataDir = await newDataDir()
  const command = spawnCommand({ dataDir }, ...create('acme'))
  await waitFor(() => isLocked(dataDir), command)
  await startInstance({ dataDir })
  assert.equal((await waitForCommand(command)).status, 0)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a command that gets ${signal} ends the database that it has started, and says that nothing was done`, async () => {
    const dataDir = await newDataDir()
    const command = spawnCommand({ dataDir }, ...create('acme'))
    await waitFor(() => isLocked(dataDir), command)
    command.child.kill(signal)
    const { status, json } = await waitForCommand(command)
    assert.equal(status, 1)
    assert.match(json().error.message, new RegExp(`^Interrupted by ${signal}`))
    assert.deepEqual(await processesUnder(dataDir), [])
    assert.deepEqual(await slugsIn(dataDir), [])
  })
}

test('npm run heed passes its words on', async () => {
  const dataDir = await newMigratedDataDir()
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'heed', '--', ...create('acme')], {
    cwd: root,
    env,
  })
  assert.equal(JSON.parse(stdout).slug, 'acme')
})

/** A Node.js of this machine that is older than the one Heed runs on. */
function olderNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const file = join(folder, 'node')
    try {
      const version = execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      if (Number(/^v(\d+)/.exec(version)?.[1]) < 26) return file
    } catch {
      // Not there.
    }
  }
  return null
}

test('started by an older Node.js, the command line runs itself under its own', async (t) => {
  const node = olderNode()
  if (node === null) return t.skip('this machine has no older Node.js')
  const dataDir = await newMigratedDataDir()
  const run = (args: string[]) =>
    promisify(execFile)(node, [join(root, 'bin', 'heed'), ...args], { env: { ...process.env, DATA_DIR: dataDir } })
  assert.equal(JSON.parse((await run(create('acme'))).stdout).slug, 'acme')
  await assert.rejects(run(create('acme')), { code: 1 })
  await assert.rejects(run(['frobnicate']), { code: 2 })
})
