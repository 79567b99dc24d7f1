import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pruneAbandonedSeries } from '../../../backup/archive/prune-abandoned.ts'
import { seriesIn } from '../../../platform/db/embedded/archive-series.ts'
import { runCommand } from '../../support/run-command.ts'
import { maintain, newArchivedInstance, seriesOf } from './archived-instance.ts'

test('the remains of a killed removal are not a series, and are removed later', async () => {
  const start = await newArchivedInstance()
  await maintain(start)
  const [original] = (await seriesOf(start.archive)) as [string]
  const restored = { ...start, dataDir: `${start.dataDir}-restored` }
  const { status, stderr } = await runCommand(start, 'restore', original, '--data-dir', restored.dataDir)
  assert.equal(status, 0, stderr)
  await maintain(restored)
  const own = (await readdir(start.archive)).find((name) => join(start.archive, name) !== original)!
  // So many that the process is killed before the last one is removed.
  await mkdir(join(original, 'files', 'workspace'), { recursive: true })
  for (let count = 0; count < 10_000; count += 1) await writeFile(join(original, 'files', 'workspace', `${count}`), '')
  const old = new Date(Date.now() - 8 * 86_400_000)
  for (const name of ['wal', 'backups', 'files']) await utimes(join(original, name), old, old)

  const args = [{ dataDir: restored.dataDir }, seriesIn(start.archive, own), Date.now() - 7 * 86_400_000] as const
  const module = import.meta.resolve('../../../backup/archive/prune-abandoned.ts')
  const script = `import { pruneAbandonedSeries } from '${module}'
    await pruneAbandonedSeries(...${JSON.stringify(args)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const isUntouched = () =>
    Promise.all(['wal', 'backups', 'files'].map((name) => stat(join(original, name)))).then(
      (found) => found.every(({ mtimeMs }) => mtimeMs === old.getTime()),
      () => false,
    )
  while (child.exitCode === null && (await isUntouched()));
  child.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'])

  const names = await readdir(start.archive)
  assert.deepEqual(
    names.filter((name) => !name.startsWith('.')),
    [own],
  )
  assert.equal(names.length, 2)
  await pruneAbandonedSeries(...args)
  assert.deepEqual(await readdir(start.archive), [own])
})

test('removes the remains of a killed removal of a backup', async () => {
  const start = await newArchivedInstance()
  await maintain(start)
  const [series] = (await seriesOf(start.archive)) as [string]
  const backups = join(series, 'backups')
  const [kept] = (await readdir(backups)) as [string]
  await mkdir(join(backups, '.2026-01-01T00-00-00Z.removed', 'postgres'), { recursive: true })
  await maintain(start, Date.now() + 86_400_000 + 3_600_000)
  const left = await readdir(backups)
  assert.equal(left.length, 2)
  assert.ok(left.includes(kept))
  assert.deepEqual(
    left.filter((name) => name.startsWith('.')),
    [],
  )
})
