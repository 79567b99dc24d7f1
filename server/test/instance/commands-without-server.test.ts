import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runCommand } from '../support/run-command.ts'
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
  (await runCommand({ dataDir }, 'workspace', 'list', '--json'))
    .json()
    .workspaces.map((each: { slug: string }) => each.slug)

const create = (slug: string) => ['workspace', 'create', '--name', slug, '--slug', slug, '--json']

const isLocked = async (dataDir: string) => (await readdir(dataDir).catch((): string[] => [])).includes('heed.lock')

test('creates and starts the database for a command without a server, and leaves nothing running', async () => {
  const dataDir = await newDataDir()
  const { status, stderr, json } = await runHeed({ dataDir }, ...create('acme'))
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(json().slug, 'acme')
  assert.deepEqual(await processesUnder(dataDir), [])
  assert.equal(await isLocked(dataDir), false)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

test('leaves nothing running after a rejected command', async () => {
  const dataDir = await newMigratedDataDir()
  const { status } = await runHeed({ dataDir }, 'key', 'list', '--workspace', 'nowhere')
  assert.equal(status, 1)
  assert.deepEqual(await processesUnder(dataDir), [])
  assert.equal(await isLocked(dataDir), false)
})

test('runs concurrent commands on an empty data folder one after another', async () => {
  const dataDir = await newDataDir()
  const slugs = ['acme', 'globex', 'initech']
  const outcomes = await Promise.all(slugs.map((slug) => runHeed({ dataDir }, ...create(slug))))
  for (const { status, stderr } of outcomes) assert.deepEqual([status, stderr], [0, ''])
  assert.deepEqual(await slugsIn(dataDir), slugs)
})

test('runs concurrent commands beside a running server', async () => {
  const { dataDir } = await startInstance({ dataDir: await newMigratedDataDir() })
  const slugs = ['acme', 'globex', 'initech']
  const outcomes = await Promise.all(slugs.map((slug) => runHeed({ dataDir }, ...create(slug))))
  for (const { status, stderr } of outcomes) assert.deepEqual([status, stderr], [0, ''])
  assert.deepEqual(await slugsIn(dataDir), slugs)
})

test('waits with a command until the first start of a server has finished', async () => {
  const dataDir = await newDataDir()
  const starting = spawnServer({ dataDir })
  await waitFor(() => isLocked(dataDir), starting)
  const { status, stderr } = await runHeed({ dataDir }, ...create('acme'))
  assert.deepEqual([status, stderr], [0, ''])
  await waitUntilReady(starting, dataDir)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

test('starts a server after a command that uses the data folder', async () => {
  const dataDir = await newDataDir()
  const command = spawnCommand({ dataDir }, ...create('acme'))
  await waitFor(() => isLocked(dataDir), command)
  await startInstance({ dataDir })
  assert.equal((await waitForCommand(command)).status, 0)
  assert.deepEqual(await slugsIn(dataDir), ['acme'])
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`stops the database of a command on ${signal} and reports that nothing was changed`, async () => {
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

test('passes arguments through npm run heed', async () => {
  const dataDir = await newMigratedDataDir()
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'heed', '--', ...create('acme')], {
    cwd: root,
    env,
  })
  assert.equal(JSON.parse(stdout).slug, 'acme')
})

/** Finds a Node.js on this machine that is older than the pinned version. */
function olderNode(): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const file = join(folder, 'node')
    try {
      const version = execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      if (Number(/^v(\d+)/.exec(version)?.[1]) < 26) return file
    } catch {
      // This version is not installed.
    }
  }
  return null
}

test('restarts the command line under the pinned Node.js if an older one started it', async (t) => {
  const node = olderNode()
  if (node === null) return t.skip('this machine has no older Node.js')
  const dataDir = await newMigratedDataDir()
  const run = (args: string[]) =>
    promisify(execFile)(node, [join(root, 'bin', 'heed'), ...args], { env: { ...process.env, DATA_DIR: dataDir } })
  assert.equal(JSON.parse((await run(create('acme'))).stdout).slug, 'acme')
  await assert.rejects(run(create('acme')), { code: 1 })
  await assert.rejects(run(['frobnicate']), { code: 2 })
})
