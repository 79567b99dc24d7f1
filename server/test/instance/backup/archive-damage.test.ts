import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { nameOfTime } from '../../../platform/db/embedded/archive-series.ts'
import { archivedWalFolder, collectArchivedWal } from '../../../platform/db/embedded/archived-wal.ts'
import { createWorkspaceWithKey, runCommand } from '../../support/run-command.ts'
import { newDataDir, newMigratedDataDir } from '../test-instance.ts'
import { maintain, newArchivedInstance, seriesOf, slugsOf } from './archived-instance.ts'

const dayMs = 86_400_000

async function flipByte(path: string, offset = -1): Promise<void> {
  const content = await readFile(path)
  content[content.length + offset]! ^= 1
  await writeFile(path, content)
}

test('restores the time that it reports as the earliest, and nothing that began after it', async () => {
  const start = await newArchivedInstance()
  await createWorkspaceWithKey(start, 'acme')
  await maintain(start)
  await createWorkspaceWithKey(start, 'later')
  const restore = async (at: string, dataDir: string) =>
    runCommand({ dataDir }, 'restore', start.archive, '--data-dir', dataDir, '--at', at)
  const { stderr } = await restore('2020-01-01T00:00:00Z', `${start.dataDir}-early`)
  const [, earliest] = /The earliest time that can be restored from this folder is (\S+)\./.exec(stderr) ?? []
  assert.ok(earliest, stderr)
  const dataDir = `${start.dataDir}-new`
  const restored = await restore(earliest, dataDir)
  assert.equal(restored.status, 0, restored.stderr)
  assert.deepEqual(await slugsOf({ dataDir }), ['acme'])
  const before = await restore(new Date(Date.parse(earliest) - 1).toISOString(), `${start.dataDir}-before`)
  assert.match(before.stderr, /The earliest time/)
})

test('verify and restore name a damaged or missing upload, and a restore names a damaged segment', async () => {
  const start = await newArchivedInstance()
  const folder = join(start.dataDir, 'files', 'workspace')
  await mkdir(folder, { recursive: true })
  for (const name of ['one', 'two', 'three']) await writeFile(join(folder, name), `the bytes of ${name}`)
  await maintain(start)
  const [series] = (await seriesOf(start.archive)) as [string]
  const [name] = (await readdir(join(series, 'backups'))) as [string]
  const backup = join(series, 'backups', name)
  const good = await runCommand(start, 'backup', 'verify', backup)
  assert.equal(good.status, 0, good.stdout)

  const mirror = join(series, 'files', 'workspace')
  await flipByte(join(mirror, 'one'))
  await rename(join(mirror, 'two'), join(series, 'two'))
  const bad = await runCommand(start, 'backup', 'verify', backup)
  assert.equal(bad.status, 1)
  assert.deepEqual(bad.stdout.trim().split('\n'), [
    `${join(mirror, 'one')} was changed: its checksum does not match.`,
    `${join(mirror, 'two')} is missing.`,
  ])
  const dataDir = `${start.dataDir}-new`
  const restored = await runCommand({ dataDir }, 'restore', backup, '--data-dir', dataDir)
  assert.equal(restored.status, 1)
  assert.match(restored.stderr, /workspace\/one was changed/)

  await rename(join(series, 'two'), join(mirror, 'two'))
  await flipByte(join(mirror, 'one'))
  // Archives more than the backup contains.
  await createWorkspaceWithKey(start, 'later')
  const segments = (await readdir(join(series, 'wal'))).sort()
  const last = join(series, 'wal', segments.at(-1)!)
  // In the checksum, because other bytes may unpack to the same zeros.
  await flipByte(last, -8)
  const broken = await runCommand({ dataDir }, 'restore', backup, '--data-dir', dataDir, '--at', 'latest')
  assert.equal(broken.status, 1)
  assert.ok(broken.stderr.includes(`${last} is damaged`), broken.stderr)
})

test('adds the checksum of an upload that was mirrored without one, as just before a crash', async () => {
  const start = await newArchivedInstance()
  const folder = join(start.dataDir, 'files', 'workspace')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'upload'), 'the bytes')
  await maintain(start)
  const [series] = (await seriesOf(start.archive)) as [string]
  const checksums = join(series, 'files', 'checksums.ndjson')
  const complete = await readFile(checksums, 'utf8')
  await writeFile(checksums, complete.slice(0, -10))
  await maintain(start)
  await flipByte(join(series, 'files', 'workspace', 'upload'))
  const [name] = (await readdir(join(series, 'backups'))) as [string]
  const bad = await runCommand(start, 'backup', 'verify', join(series, 'backups', name))
  assert.match(bad.stdout, /workspace\/upload was changed/)
})

test('verify names the upload whose checksum was damaged, until the server has mirrored it again', async () => {
  const start = await newArchivedInstance()
  const folder = join(start.dataDir, 'files', 'workspace')
  await mkdir(folder, { recursive: true })
  for (const name of ['one', 'two']) await writeFile(join(folder, name), `the bytes of ${name}`)
  await maintain(start)
  const [series] = (await seriesOf(start.archive)) as [string]
  const [name] = (await readdir(join(series, 'backups'))) as [string]
  const checksums = join(series, 'files', 'checksums.ndjson')
  // The quotation mark that begins the last checksum.
  await flipByte(checksums, -67)
  const { path } = JSON.parse((await readFile(checksums, 'utf8')).split('\n').findLast(isJson)!)
  const lost = path === 'workspace/one' ? 'workspace/two' : 'workspace/one'
  const verify = () => runCommand(start, 'backup', 'verify', join(series, 'backups', name))
  const bad = await verify()
  assert.equal(
    bad.stdout.trim(),
    `${join(series, 'files', lost)} cannot be checked: its line in checksums.ndjson is damaged.`,
  )
  assert.equal(bad.status, 1)
  await maintain(start)
  assert.equal((await verify()).status, 0)
})

function isJson(line: string): boolean {
  try {
    return Boolean(JSON.parse(line))
  } catch {
    return false
  }
}

test('removes old files before a backup, even if the backup then fails, such as on a full disk', async () => {
  const start = await newArchivedInstance()
  const now = Date.now()
  await maintain(start, now)
  await maintain(start, now + dayMs + 3_600_000)
  const [series] = (await seriesOf(start.archive)) as [string]
  const backups = join(series, 'backups')
  const [oldest] = (await readdir(backups)).sort()
  // The name of the next backup is taken.
  const next = now + 9 * dayMs
  const taken = join(backups, nameOfTime(new Date(next).toISOString()))
  await mkdir(taken)
  await writeFile(join(taken, 'something'), '')
  await assert.rejects(maintain(start, next), /already exists/)
  assert.equal((await readdir(backups)).includes(oldest!), false)
})

test('reports an archived segment that cannot be read, and keeps the original', async () => {
  const dataDir = await newMigratedDataDir()
  const target = join(dataDir, 'wal')
  const segment = '000000010000000000000001'
  await mkdir(archivedWalFolder(dataDir), { recursive: true })
  await writeFile(join(archivedWalFolder(dataDir), segment), 'the segment')
  await mkdir(join(target, `${segment}.gz`), { recursive: true })
  await assert.rejects(collectArchivedWal(dataDir, target), { code: 'EISDIR' })
  assert.equal(await readFile(join(archivedWalFolder(dataDir), segment), 'utf8'), 'the segment')
  await rm(join(target, `${segment}.gz`), { recursive: true })
  await collectArchivedWal(dataDir, target)
  assert.deepEqual(await readdir(archivedWalFolder(dataDir)), [])
})

test('removes the series that a database was restored from once it is too old, and no other series', async () => {
  const start = await newArchivedInstance()
  await maintain(start)
  const [original] = (await seriesOf(start.archive)) as [string]
  const other = { ...start, dataDir: await newDataDir() }
  await maintain(other)
  const [otherSeries] = (await seriesOf(start.archive)).filter((series) => series !== original) as [string]
  const restored = { ...start, dataDir: `${start.dataDir}-restored` }
  const { status } = await runCommand(start, 'restore', original, '--data-dir', restored.dataDir)
  assert.equal(status, 0)
  const now = Date.now()
  await maintain(restored, now)
  assert.equal((await seriesOf(start.archive)).length, 3)
  const old = new Date(now - 8 * dayMs)
  for (const series of [original, otherSeries]) {
    for (const name of ['wal', 'backups', 'files']) await utimes(join(series, name), old, old)
  }
  await maintain(restored, now + dayMs + 3_600_000)
  const left = await seriesOf(start.archive)
  assert.equal(left.length, 2)
  assert.equal(left.includes(original), false)
  assert.ok((await stat(otherSeries)).isDirectory())
})
