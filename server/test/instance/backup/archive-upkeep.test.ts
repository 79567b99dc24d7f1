import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { mirrorUploads } from '../../../backup/archive/mirror-uploads.ts'
import { segmentAfter } from '../../../backup/archive/segments.ts'
import { createBackup } from '../../../backup/create.ts'
import { openInstanceDatabase } from '../../../platform/db/open-instance-database.ts'
import { createLog } from '../../../platform/log.ts'
import { readSettings } from '../../../platform/settings.ts'
import { createWorkspaceWithKey, runCommand } from '../../support/run-command.ts'
import { commandEnvironment, newDataDir, newMigratedDataDir, startInstance } from '../test-instance.ts'
import { maintain, newArchivedInstance, seriesOf, slugsOf } from './archived-instance.ts'
import { startWriters, titlesOf } from './writers.ts'

test('keeps the compressed segments that ARCHIVE_DAYS requires, and removes older ones', async () => {
  const start = await newArchivedInstance()
  await createWorkspaceWithKey(start, 'acme')
  const now = Date.now()
  await maintain(start, now)
  const [series] = (await seriesOf(start.archive)) as [string]
  const backupsOf = async () => (await readdir(join(series, 'backups'))).sort()
  const segmentsOf = async () =>
    (await readdir(join(series, 'wal'))).filter((name) => /^[0-9A-F]{24}/.test(name)).sort()
  const [oldest] = await backupsOf()
  assert.ok(oldest)
  // A second update on the same day takes no second backup.
  await maintain(start, now + 3_600_000)
  assert.deepEqual(await backupsOf(), [oldest])
  assert.ok((await segmentsOf()).some((name) => name.endsWith('.gz')))

  await createWorkspaceWithKey(start, 'later')
  const dayMs = 86_400_000
  await maintain(start, now + dayMs + 3_600_000)
  assert.equal((await backupsOf()).length, 2)
  const [firstSegment] = await segmentsOf()
  // The newest backup that is older than seven days is needed, and none before it.
  await maintain(start, now + 9 * dayMs)
  const left = await backupsOf()
  assert.equal(left.includes(oldest), false)
  assert.equal(left.length, 1)
  assert.ok((await segmentsOf())[0]! > firstSegment!)

  const dataDir = await newDataDir()
  const restored = await runCommand({ dataDir }, 'restore', start.archive, '--data-dir', dataDir, '--at', 'latest')
  assert.equal(restored.status, 0, restored.stderr)
  assert.deepEqual(await slugsOf({ dataDir }), ['acme', 'later'])
})

test('mirrors uploads, restores them, and keeps a deleted upload for ARCHIVE_DAYS', async () => {
  const start = await newArchivedInstance()
  const folder = join(start.dataDir, 'files', 'workspace')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'kept'), 'kept')
  await writeFile(join(folder, 'deleted'), 'deleted')
  await writeFile(join(folder, 'half.part'), 'half')
  const now = Date.now()
  await maintain(start, now)
  const [series] = (await seriesOf(start.archive)) as [string]
  const mirrored = async () => (await readdir(join(series, 'files', 'workspace'))).sort()
  assert.deepEqual(await mirrored(), ['deleted', 'kept'])
  await rm(join(folder, 'deleted'))
  const dayMs = 86_400_000
  await maintain(start, now + dayMs)
  await maintain(start, now + 7 * dayMs)
  assert.deepEqual(await mirrored(), ['deleted', 'kept'])

  const dataDir = await newDataDir()
  const restored = await runCommand({ dataDir }, 'restore', start.archive, '--data-dir', dataDir)
  assert.equal(restored.status, 0, restored.stderr)
  assert.equal(await readFile(join(dataDir, 'files', 'workspace', 'deleted'), 'utf8'), 'deleted')

  await maintain(start, now + 9 * dayMs)
  assert.deepEqual(await mirrored(), ['kept'])
})

test('serves requests while the archive is missing, does not start a new one, and loses nothing once it is back', async () => {
  const start = await newArchivedInstance()
  const { key } = await createWorkspaceWithKey(start, 'acme')
  await maintain(start, Date.now())
  const first = await startInstance(start)
  await rename(start.archive, `${start.archive}-away`)
  assert.equal((await first.stop()).status, 0)
  const second = await startInstance(start)
  const writers = startWriters(second.origin, key)
  await writers.answered(3)
  await writers.stop()
  assert.equal((await second.stop()).status, 0)
  await assert.rejects(maintain(start, Date.now()), /is missing\. Mount the archive again\./)
  await assert.rejects(readdir(start.archive), { code: 'ENOENT' })
  const [found] = (await runCommand(start, 'doctor', '--json'))
    .json()
    .findings.filter(({ check }: { check: string }) => check === 'archive')
  assert.equal(found.status, 'problem')

  await rename(`${start.archive}-away`, start.archive)
  await maintain(start, Date.now())
  const dataDir = `${start.dataDir}-new`
  const restored = await runCommand(start, 'restore', start.archive, '--data-dir', dataDir, '--at', 'latest')
  assert.equal(restored.status, 0, restored.stderr)
  const copy = await startInstance({ dataDir })
  assert.equal((await titlesOf(copy.origin, key)).size, writers.writes.length)
})

test('does not create an archive again that disappears during an update', async () => {
  const folder = join(await newDataDir(), 'series')
  const series = { folder, wal: join(folder, 'wal'), backups: join(folder, 'backups'), files: join(folder, 'files') }
  const uploads = join(dirname(folder), 'uploads')
  await mkdir(join(uploads, 'workspace'), { recursive: true })
  await writeFile(join(uploads, 'workspace', 'upload'), 'the bytes')
  const times = { now: Date.now(), keepSince: 0, signal: new AbortController().signal }
  await assert.rejects(mirrorUploads(uploads, series.files, times), { code: 'ENOENT' })
  const start = { dataDir: await newMigratedDataDir() }
  const settings = readSettings(commandEnvironment(start))
  const log = createLog('silent')
  const database = await openInstanceDatabase(settings, { role: 'command', title: 'test', poolSize: 2, log })
  try {
    const backup = createBackup(settings, database, join(series.backups, 'today'), { isInArchive: true })
    await assert.rejects(backup, { code: 'ENOENT' })
  } finally {
    await database.close()
  }
  await assert.rejects(readdir(folder), { code: 'ENOENT' })
})

test('doctor says how old the newest backup of the archive is', async () => {
  const start = await newArchivedInstance()
  const findings = async () =>
    (await runCommand(start, 'doctor', '--json'))
      .json()
      .findings.filter(({ check }: { check: string }) => check === 'archive')
  assert.match((await findings())[0].message, /^There is no backup of this data folder in /)
  await maintain(start, Date.now())
  const [found] = await findings()
  assert.equal(found.status, 'ok')
  assert.match(found.message, /^The newest backup in .+ was taken at \d{4}-/)
  // Another instance that shares the archive has none.
  const other = await runCommand({ ...start, dataDir: await newMigratedDataDir() }, 'doctor', '--json')
  const [missing] = other.json().findings.filter(({ check }: { check: string }) => check === 'archive')
  assert.equal(missing.status, 'warning')
})

test('segments follow one another across groups of 256', () => {
  assert.equal(segmentAfter('000000010000000000000001'), '000000010000000000000002')
  assert.equal(segmentAfter('0000000200000000000000FF'), '000000020000000100000000')
  assert.equal(segmentAfter('000000010000000F000000FF'), '000000010000001000000000')
})
test('refuses an archive for an external database', async () => {
  const dataDir = await newDataDir()
  const env = { ARCHIVE_DIR: '/tmp/heed-archive', DATABASE_URL: 'postgres://heed@/heed?host=/nowhere' }
  const { status, stderr } = await runCommand({ dataDir, env }, 'workspace', 'list')
  assert.equal(status, 1)
  assert.match(stderr, /ARCHIVE_DIR archives the embedded database only/)
})
