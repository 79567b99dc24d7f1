import assert from 'node:assert/strict'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createWorkspaceWithKey, runCommand } from '../../support/run-command.ts'
import {
  newDataDir,
  newMigratedDataDir,
  processesUnder,
  spawnCommand,
  spawnServer,
  startInstance,
  waitFor,
  waitForCommand,
} from '../test-instance.ts'
import { slugsOf } from './archived-instance.ts'

const dataDir = await newMigratedDataDir()
await createWorkspaceWithKey({ dataDir }, 'acme')
await mkdir(join(dataDir, 'files', 'workspace'), { recursive: true })
await writeFile(join(dataDir, 'files', 'workspace', 'upload'), 'the bytes')
const backup = join(dirname(dataDir), 'backup')
const portable = join(dirname(dataDir), 'portable')
for (const args of [[backup], [portable, '--portable']]) {
  const { status, stderr } = await runCommand({ dataDir }, 'backup', '--to', ...args)
  assert.equal(status, 0, stderr)
}

/** Restores a backup in a process of its own, and waits until its database has been started. */
async function startRestore(from: string, target: string) {
  const command = spawnCommand({ dataDir: target }, 'restore', from, '--data-dir', target)
  const pidFile = join(target, 'restoring', 'postgres', 'postmaster.pid')
  await waitFor(() => readFile(pidFile, 'utf8').catch(() => ''), command)
  return command
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends a restore with its database, and leaves a folder that can be restored into`, async () => {
    for (const from of [backup, portable]) {
      const target = await newDataDir()
      const command = await startRestore(from, target)
      command.child.kill(signal)
      const { status, stderr } = await waitForCommand(command)
      assert.equal(status, 1)
      assert.match(stderr, new RegExp(`Interrupted by ${signal}`))
      assert.deepEqual(await processesUnder(target), [])
      assert.deepEqual(await readdir(target), [])
      if (signal === 'SIGTERM') continue
      const again = await runCommand({ dataDir: target }, 'restore', from, '--data-dir', target)
      assert.equal(again.status, 0, again.stderr)
      assert.deepEqual(await slugsOf({ dataDir: target }), ['acme'])
    }
  })
}

test('a restore stops the database that a killed restore left running', async () => {
  const target = await newDataDir()
  const command = await startRestore(backup, target)
  command.child.kill('SIGKILL')
  await command.ended
  const again = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(again.status, 0, again.stderr)
  assert.deepEqual(await processesUnder(target), [])
  assert.deepEqual(await slugsOf({ dataDir: target }), ['acme'])
})

test('a restore that was killed between its last steps can be repeated, or says that it is complete', async () => {
  const target = await newDataDir()
  assert.equal((await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)).status, 0)
  // As it was before the last two folders were moved.
  const draft = join(target, 'restoring')
  await mkdir(draft)
  await writeFile(join(draft, 'moving.json'), JSON.stringify(['files', 'postgres', 'postgres.log', 'secret-key']))
  await rename(join(target, 'postgres'), join(draft, 'postgres'))
  const server = spawnServer({ dataDir: target })
  assert.equal((await server.ended).status, 1)
  assert.match(server.stderr(), /A restore into .+ was interrupted\. Run heed restore again/)
  const again = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(again.status, 0, again.stderr)
  assert.deepEqual(await readdir(join(target, 'files', 'workspace')), ['upload'])

  // As it was before the draft was removed.
  await mkdir(draft)
  const complete = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(complete.status, 1)
  assert.match(complete.stderr, /An earlier restore into .+ is complete\. Start Heed with it/)
  assert.deepEqual(await slugsOf({ dataDir: target }), ['acme'])
})

test('a restore never removes files that it has not created', async () => {
  const target = await newDataDir()
  await mkdir(join(target, 'restoring'), { recursive: true })
  await writeFile(join(target, 'notes'), 'mine')
  const { status, stderr } = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(status, 1)
  assert.match(stderr, /is not empty/)
  assert.equal(await readFile(join(target, 'notes'), 'utf8'), 'mine')
})

test('refuses the data folder of a running server', async () => {
  const instance = await startInstance({ dataDir })
  const { status, stderr } = await runCommand({ dataDir }, 'restore', backup, '--data-dir', dataDir)
  assert.equal(status, 1)
  assert.match(stderr, /is not empty/)
  assert.equal((await fetch(`${instance.origin}/readyz`)).status, 200)
  await instance.stop()
})

test('gives what root restores to the owner of the data folder, who can start Heed with it', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async () => {
  const target = await newDataDir()
  await mkdir(target, { recursive: true })
  const nobody = 65_534
  await chown(target, nobody, nobody)
  const { status, stderr } = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(status, 0, stderr)
  // A database that was never started has no log yet.
  await rm(join(target, 'postgres.log'), { force: true })
  assert.deepEqual(await slugsOf({ dataDir: target }), ['acme'])
  for (const name of await readdir(target, { recursive: true })) {
    assert.equal((await stat(join(target, name))).uid, nobody, name)
  }
})
