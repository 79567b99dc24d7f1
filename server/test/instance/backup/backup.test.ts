import assert from 'node:assert/strict'
import { access, cp, mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { readManifest, writeManifest } from '../../../backup/manifest.ts'
import { createWorkspaceWithKey, runCommand } from '../../support/run-command.ts'
import {
  newDataDir,
  newMigratedDataDir,
  runHeed,
  spawnCommand,
  spawnServer,
  startInstance,
  waitFor,
  waitForCommand,
} from '../test-instance.ts'
import { startWriters, titlesOf } from './writers.ts'

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

// Tests of what can be wrong with a backup share one of a stopped instance.
const stopped = await createStoppedBackup()

async function createStoppedBackup(): Promise<{ dataDir: string; backup: string; key: string }> {
  const dataDir = await newMigratedDataDir()
  const { key } = await createWorkspaceWithKey({ dataDir }, 'acme')
  await mkdir(join(dataDir, 'files', 'workspace'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'workspace', 'upload'), 'the bytes')
  const backup = join(dirname(dataDir), 'backup')
  const { status, stderr } = await runCommand({ dataDir }, 'backup', '--to', backup)
  assert.equal(status, 0, stderr)
  return { dataDir, backup, key }
}

/** Copies the shared backup, for tests that damage it. */
async function copyStoppedBackup(): Promise<string> {
  const copy = join(dirname(await newDataDir()), 'backup')
  await cp(stopped.backup, copy, { recursive: true })
  return copy
}

test('backs up a running server with everything acknowledged before, uploads, and the secret key', async () => {
  const dataDir = await newMigratedDataDir()
  const { key } = await createWorkspaceWithKey({ dataDir }, 'acme')
  await mkdir(join(dataDir, 'files', 'workspace'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'workspace', 'upload'), 'the bytes')
  await writeFile(join(dataDir, 'files', 'workspace', 'unfinished.part'), 'the')
  const original = await startInstance({ dataDir })
  const writers = startWriters(original.origin, key)
  await writers.answered(15)
  const backup = join(dirname(dataDir), 'backup')
  const startedAt = Date.now()
  const created = await runHeed({ dataDir }, 'backup', '--to', backup, '--json')
  await writers.answered(5)
  await writers.stop()
  const { folder, bytes, takenAt } = created.json()
  assert.equal(folder, backup)
  assert.ok(bytes > 1_000_000)
  assert.ok(Date.parse(takenAt) >= startedAt && Date.parse(takenAt) <= Date.now())
  assert.equal((await original.stop()).status, 0)

  const restoredDir = await newDataDir()
  const restored = await runHeed({ dataDir }, 'restore', backup, '--data-dir', restoredDir, '--json')
  assert.equal(restored.status, 0, restored.stderr)
  assert.deepEqual([restored.json().dataDir, restored.json().takenAt], [restoredDir, takenAt])
  for (const path of ['secret-key', 'files/workspace/upload']) {
    assert.deepEqual(await readFile(join(restoredDir, path)), await readFile(join(dataDir, path)))
  }
  assert.deepEqual(await readdir(join(restoredDir, 'files', 'workspace')), ['upload'])
  const copy = await startInstance({ dataDir: restoredDir })
  const titles = await titlesOf(copy.origin, key)
  const before = writers.writes.filter(({ answeredAt }) => answeredAt !== null && answeredAt < Date.parse(takenAt))
  assert.ok(before.length >= 15)
  assert.deepEqual(
    before.filter(({ title }) => !titles.has(title)),
    [],
  )
  // It accepts new data as well.
  const more = startWriters(copy.origin, key, 'New')
  await more.answered(2)
  await more.stop()
})

test('verify finds missing, changed, shortened and unreadable files, and exits with 1', async () => {
  const backup = await copyStoppedBackup()
  const good = await runCommand({ dataDir: backup }, 'backup', 'verify', backup, '--json')
  assert.deepEqual([good.status, good.json().ok, good.json().problems], [0, true, []])
  const { files } = JSON.parse((await readFile(join(backup, 'backup.json'), 'utf8')).replace(/\n\w{64}\n$/, ''))
  const [missing, changed, short] = files
    .filter(({ bytes }: { bytes: number }) => bytes > 8_000)
    .map(({ path }: { path: string }) => path) as [string, string, string]
  await rm(join(backup, missing))
  const content = await readFile(join(backup, changed))
  content[4_000]! ^= 1
  await writeFile(join(backup, changed), content)
  await truncate(join(backup, short), 10)
  const bad = await runCommand({ dataDir: backup }, 'backup', 'verify', backup)
  assert.equal(bad.status, 1)
  assert.match(bad.stdout, new RegExp(`^${missing} is missing\\.$`, 'm'))
  assert.match(bad.stdout, new RegExp(`^${changed} was changed`, 'm'))
  assert.match(bad.stdout, new RegExp(`^${short} has 10 bytes instead of \\d+\\.$`, 'm'))

  const target = await newDataDir()
  const restore = await runCommand({ dataDir: backup }, 'restore', backup, '--data-dir', target)
  assert.equal(restore.status, 1)
  assert.match(restore.stderr, /is damaged:\n/)
  assert.equal(await exists(target), false)
})

test('verify rejects a changed list of files, a path outside of the backup, and a folder that is not a backup', async () => {
  const { dataDir } = stopped
  const backup = await copyStoppedBackup()
  const list = join(backup, 'backup.json')
  const text = await readFile(list, 'utf8')
  for (const [content, message] of [
    [text.replace('"kind": "physical"', '"kind": "logical"'), /backup\.json is damaged: its checksum does not match/],
    [text.slice(0, 500), /backup\.json is damaged/],
    ['', /backup\.json is damaged/],
    [text.replace(/\n$/, '\v'), /backup\.json is damaged/],
    [`${text}\n`, /backup\.json is damaged/],
  ] as const) {
    await writeFile(list, content)
    const { status, stderr } = await runCommand({ dataDir }, 'backup', 'verify', backup)
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
  await rm(list)
  const { status, stderr } = await runCommand({ dataDir }, 'backup', 'verify', backup)
  assert.equal(status, 1)
  assert.match(stderr, /is not a complete backup: it has no backup\.json/)
})

test('backup never changes a folder that exists, and restore never changes a data folder that exists', async () => {
  const { dataDir, backup } = stopped
  const before = await readFile(join(backup, 'backup.json'), 'utf8')
  const again = await runCommand({ dataDir }, 'backup', '--to', backup)
  assert.equal(again.status, 1)
  assert.match(again.stderr, /already exists\. Choose a new folder/)
  assert.equal(await readFile(join(backup, 'backup.json'), 'utf8'), before)
  assert.deepEqual((await readdir(dirname(backup))).sort(), ['backup', 'data'])

  const restore = await runCommand({ dataDir }, 'restore', backup, '--data-dir', dataDir)
  assert.equal(restore.status, 1)
  assert.match(restore.stderr, /is not empty\. Restore into a new folder/)
  assert.equal((await runCommand({ dataDir }, 'workspace', 'list')).status, 0)
})

test('backup without a folder and restore without a data folder say what is missing', async () => {
  const { dataDir, backup } = stopped
  const noFolder = await runCommand({ dataDir }, 'backup')
  assert.deepEqual([noFolder.status, /--to <folder>/.test(noFolder.stderr)], [2, true])
  const noDataDir = await runCommand({ dataDir }, 'restore', backup)
  assert.deepEqual([noDataDir.status, /--data-dir names the new data folder/.test(noDataDir.stderr)], [1, true])
  for (const at of ['yesterday', '2026-11-24T13:50:00', '2026-02-30', '2999-01-01T00:00:00Z']) {
    const wrong = await runCommand({ dataDir }, 'restore', backup, '--data-dir', `${dataDir}-new`, '--at', at)
    assert.deepEqual([wrong.status, /--at must/.test(wrong.stderr)], [1, true], wrong.stderr)
  }
  const noArchive = await runCommand({ dataDir }, 'restore', backup, '--data-dir', `${dataDir}-new`, '--at', 'latest')
  assert.equal(noArchive.status, 1)
  assert.match(noArchive.stderr, /not part of an archive/)
})

test('a backup that is killed leaves no backup, and one that is interrupted cleans up', async () => {
  const dataDir = await newMigratedDataDir()
  await startInstance({ dataDir })
  const parent = dirname(dataDir)
  const unfinished = async () => (await readdir(parent)).filter((name) => name.endsWith('.unfinished'))
  const isCopying = async () => {
    const [draft] = await unfinished()
    return draft !== undefined && exists(join(parent, draft, 'postgres', 'base'))
  }
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const command = spawnCommand({ dataDir }, 'backup', '--to', join(parent, 'backup'))
    await waitFor(isCopying, command)
    command.child.kill(signal)
    const { status, stderr } = await waitForCommand(command)
    assert.equal(await exists(join(parent, 'backup')), false)
    if (signal === 'SIGKILL') {
      for (const name of await unfinished()) await rm(join(parent, name), { recursive: true })
    } else {
      assert.equal(status, 1)
      assert.match(stderr, /Interrupted by SIGINT/)
      assert.deepEqual(await unfinished(), [])
    }
  }
  const next = await runCommand({ dataDir }, 'backup', '--to', join(parent, 'backup'))
  assert.equal(next.status, 0, next.stderr)
})

test('an interrupted restore leaves no database that could be mistaken for one, and can be repeated', async () => {
  const { backup, key } = stopped
  const target = await newDataDir()
  const command = spawnCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  await waitFor(() => exists(join(target, 'restoring', 'postgres', 'base')), command)
  command.child.kill('SIGKILL')
  await command.ended
  assert.equal(await exists(join(target, 'postgres')), false)
  const server = spawnServer({ dataDir: target })
  assert.equal((await server.ended).status, 1)
  assert.match(server.stderr(), /A restore into .+ was interrupted\. Run heed restore again/)

  const again = await runHeed({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(again.status, 0, again.stderr)
  const copy = await startInstance({ dataDir: target })
  assert.equal((await titlesOf(copy.origin, key)).size, 0)
})

test('restore refuses a SECRET_KEY that is not the one of the backup', async () => {
  const { dataDir, backup } = stopped
  const env = { SECRET_KEY: 'a secret key of another instance, long enough' }
  const target = await newDataDir()
  const { status, stderr } = await runCommand({ dataDir, env }, 'restore', backup, '--data-dir', target)
  assert.equal(status, 1)
  assert.match(stderr, /SECRET_KEY is not the key of this backup/)
  assert.equal(await exists(target), false)
})

test('restore refuses a backup of a later version before it writes anything', async () => {
  const backup = await copyStoppedBackup()
  const manifest = await readManifest(backup)
  await rm(join(backup, 'backup.json'))
  await writeManifest(backup, { ...manifest, migrations: [...manifest.migrations, '9999-later'] })
  const target = await newDataDir()
  const { status, stderr } = await runCommand({ dataDir: target }, 'restore', backup, '--data-dir', target)
  assert.equal(status, 1)
  assert.match(stderr, /The backup has migration 9999-later, which this version of Heed does not know/)
  assert.equal(await exists(target), false)
})

test('restore works from a backup that was moved', async () => {
  const { dataDir } = stopped
  const moved = join(await newDataDir(), 'moved')
  await mkdir(dirname(moved), { recursive: true })
  await rename(await copyStoppedBackup(), moved)
  const target = await newDataDir()
  const { status, stderr } = await runCommand({ dataDir }, 'restore', moved, '--data-dir', target)
  assert.equal(status, 0, stderr)
  assert.match((await runCommand({ dataDir: target }, 'workspace', 'list')).stdout, /^acme\t/)
})

test('restores only the listed files, from a backup with lost empty folders, linked folders and added files', async () => {
  const { dataDir } = stopped
  const backup = await copyStoppedBackup()
  await rm(join(backup, 'postgres', 'pg_notify'), { recursive: true })
  await rm(join(backup, 'postgres', 'pg_logical', 'mappings'), { recursive: true })
  await rename(join(backup, 'files', 'workspace'), `${backup}-elsewhere`)
  await symlink(`${backup}-elsewhere`, join(backup, 'files', 'workspace'))
  await writeFile(join(backup, 'postgres', 'standby.signal'), '')

  const restoredDir = await newDataDir()
  const restored = await runCommand({ dataDir }, 'restore', backup, '--data-dir', restoredDir)
  assert.equal(restored.status, 0, restored.stderr)
  assert.equal(await readFile(join(restoredDir, 'files', 'workspace', 'upload'), 'utf8'), 'the bytes')
  assert.equal(await exists(join(restoredDir, 'postgres', 'standby.signal')), false)
  assert.match((await runCommand({ dataDir: restoredDir }, 'workspace', 'list')).stdout, /^acme\t/)
})

test('refuses a backup into a folder that it would copy, and of a data folder without a database', async () => {
  const dataDir = await newMigratedDataDir()
  for (const folder of ['files', 'postgres']) {
    const inside = await runCommand({ dataDir }, 'backup', '--to', join(dataDir, folder, 'backup'))
    assert.equal(inside.status, 1)
    assert.match(inside.stderr, /is in a folder that is backed up\. Choose one outside of /)
  }
  const wrong = await newDataDir()
  const { status, stderr } = await runCommand({ dataDir: wrong }, 'backup', '--to', `${wrong}-backup`)
  assert.equal(status, 1)
  assert.match(stderr, /There is no database in .*Set DATA_DIR/)
  assert.deepEqual([await exists(join(wrong, 'postgres')), await exists(`${wrong}-backup`)], [false, false])
})
