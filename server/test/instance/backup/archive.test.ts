import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createWorkspaceWithKey, runCommand } from '../../support/run-command.ts'
import { newDataDir, runHeed, startInstance } from '../test-instance.ts'
import { maintain, newArchivedInstance, seriesOf, slugsOf, waitForBackup } from './archived-instance.ts'
import { startWriters, titlesOf, type Write } from './writers.ts'

const isAnsweredBy =
  (time: number) =>
  ({ answeredAt }: Write): boolean =>
    answeredAt !== null && answeredAt < time

test('restores any point in time: everything acknowledged before it, and nothing that began after it', async () => {
  const start = await newArchivedInstance()
  const { key } = await createWorkspaceWithKey(start, 'acme')
  const first = await startInstance(start)
  const backup = await waitForBackup(start.archive)
  const takenAt = Date.parse(
    JSON.parse((await readFile(join(backup, 'backup.json'), 'utf8')).replace(/\n\w{64}\n$/, '')).takenAt,
  )
  const writers = startWriters(first.origin, key)
  await writers.answered(15)
  // The last answer may have come in this millisecond.
  const moment = Date.now() + 1
  await writers.answered(15)
  // A crash in the middle of the work. The database recovers with the next start, and a stop archives the rest.
  await first.stop('SIGKILL')
  await writers.stop()
  const second = await startInstance(start)
  const more = startWriters(second.origin, key, 'Later')
  await more.answered(5)
  await more.stop()
  assert.equal((await second.stop()).status, 0)
  const all = [...writers.writes, ...more.writes]

  for (const [at, time] of [
    [new Date(moment).toISOString(), moment],
    ['latest', Number.POSITIVE_INFINITY],
  ] as const) {
    const dataDir = await newDataDir()
    const restored = await runHeed({ dataDir }, 'restore', start.archive, '--data-dir', dataDir, '--at', at, '--json')
    assert.equal(restored.status, 0, restored.stderr)
    assert.equal(restored.json().backup, backup)
    const copy = await startInstance({ dataDir })
    const titles = await titlesOf(copy.origin, key)
    const expected = all.filter(isAnsweredBy(time))
    assert.ok(expected.length >= 15)
    assert.deepEqual(
      expected.filter(({ title }) => !titles.has(title)),
      [],
    )
    assert.deepEqual(
      all.filter(({ title, startedAt }) => startedAt > time && titles.has(title)),
      [],
    )
    await copy.stop()
  }

  const restore = async (at: string) => {
    const dataDir = await newDataDir()
    return runCommand({ dataDir }, 'restore', start.archive, '--data-dir', dataDir, '--at', at)
  }
  const early = await restore(new Date(takenAt - 1).toISOString())
  assert.equal(early.status, 1)
  assert.match(early.stderr, /The earliest time that can be restored from this folder is /)
  const late = await restore(new Date().toISOString())
  assert.equal(late.status, 1)
  assert.match(late.stderr, /The archive ends before this time: its last change was committed at \d{4}-.*--at latest/)
})

test('a copied and a restored data folder start new series', async () => {
  const start = await newArchivedInstance()
  await maintain(start, Date.now())
  await maintain(start, Date.now())
  assert.equal((await seriesOf(start.archive)).length, 1)
  const copy = `${start.dataDir}-copy`
  await promisify(execFile)('cp', ['-Rp', start.dataDir, copy])
  await maintain({ ...start, dataDir: copy }, Date.now())
  assert.equal((await seriesOf(start.archive)).length, 2)

  const restoredDir = `${start.dataDir}-restored`
  const restored = await runCommand(start, 'restore', start.archive, '--data-dir', restoredDir)
  assert.equal(restored.status, 0, restored.stderr)
  await maintain({ ...start, dataDir: restoredDir }, Date.now())
  const series = await seriesOf(start.archive)
  assert.equal(series.length, 3)
  // A single series can be restored by its own folder.
  const target = await newDataDir()
  const single = await runCommand(start, 'restore', series[0]!, '--data-dir', target, '--at', 'latest')
  assert.equal(single.status, 0, single.stderr)
})

test('restores a time whose segments were archived long after it, and names a segment that is missing from the archive', async () => {
  const start = await newArchivedInstance()
  await createWorkspaceWithKey(start, 'acme')
  await maintain(start, Date.now())
  const moments: number[] = []
  for (const slug of ['one', 'two', 'three']) {
    // Each command stops the database, which archives a segment.
    await createWorkspaceWithKey(start, slug)
    moments.push(Date.now())
  }
  const [series] = (await seriesOf(start.archive)) as [string]
  const wal = join(series, 'wal')
  const later = new Date(Date.now() + 3_600_000)
  for (const name of await readdir(wal)) await utimes(join(wal, name), later, later)
  const dataDir = `${start.dataDir}-new`
  const at = new Date(moments[1]!).toISOString()
  const restored = await runCommand(start, 'restore', series, '--data-dir', dataDir, '--at', at)
  assert.equal(restored.status, 0, restored.stderr)
  assert.deepEqual(await slugsOf({ dataDir }), ['acme', 'one', 'two'])

  const segments = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort()
  await rm(join(wal, segments.at(-2)!))
  const lacking = await runCommand(start, 'restore', series, '--data-dir', `${dataDir}-2`, '--at', 'latest')
  assert.equal(lacking.status, 1)
  assert.match(lacking.stderr, new RegExp(`The archive does not contain .*${segments.at(-2)!.slice(0, 24)}`))
})

test('a damaged backup in the archive affects neither the next backup nor a restore from an older one', async () => {
  const start = await newArchivedInstance()
  await createWorkspaceWithKey(start, 'acme')
  await maintain(start, Date.now())
  await maintain(start, Date.now() + 25 * 3_600_000)
  const [series] = (await seriesOf(start.archive)) as [string]
  const backups = join(series, 'backups')
  const names = (await readdir(backups)).sort()
  assert.equal(names.length, 2)
  await writeFile(join(backups, names[1]!, 'backup.json'), '')
  const dataDir = `${start.dataDir}-new`
  const restored = await runHeed(start, 'restore', series, '--data-dir', dataDir, '--at', 'latest', '--json')
  assert.equal(restored.status, 0, restored.stderr)
  assert.equal(restored.json().backup, join(backups, names[0]!))
  const newest = await runCommand(start, 'restore', series, '--data-dir', `${dataDir}-2`)
  assert.match(newest.stderr, /backup\.json is damaged/)
  await maintain(start, Date.now() + 50 * 3_600_000)
  assert.equal((await readdir(backups)).length, 3)
})
