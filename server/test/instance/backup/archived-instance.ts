import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { maintainArchive } from '../../../backup/archive/archiver.ts'
import { openInstanceDatabase } from '../../../platform/db/open-instance-database.ts'
import { createLog } from '../../../platform/log.ts'
import { readSettings } from '../../../platform/settings.ts'
import { runCommand } from '../../support/run-command.ts'
import { commandEnvironment, newMigratedDataDir, type StartOptions } from '../test-instance.ts'

/** Names a data folder and its archive. */
export async function newArchivedInstance(): Promise<StartOptions & { archive: string }> {
  const dataDir = await newMigratedDataDir()
  const archive = join(dirname(dataDir), 'archive')
  return { dataDir, archive, env: { ARCHIVE_DIR: archive } }
}

export const seriesOf = async (archive: string): Promise<string[]> =>
  (await readdir(archive)).sort().map((name) => join(archive, name))

/** Waits until the archive has a complete backup. */
export async function waitForBackup(archive: string): Promise<string> {
  for (;;) {
    const [series] = await seriesOf(archive).catch(() => [])
    const names = series === undefined ? [] : await readdir(join(series, 'backups')).catch(() => [])
    const backup = names.find((name) => !name.startsWith('.'))
    if (backup !== undefined) return join(series!, 'backups', backup)
    await sleep(50)
  }
}

/** Updates the archive as the server does twice a minute and once a day, at this time. */
export async function maintain(start: StartOptions, now = Date.now()): Promise<void> {
  const settings = readSettings(commandEnvironment(start))
  const purpose = { role: 'command', title: 'test', poolSize: 2, log: createLog('silent') } as const
  const database = await openInstanceDatabase(settings, purpose)
  try {
    const signal = new AbortController().signal
    await maintainArchive({ ...settings, archiveDir: settings.archiveDir! }, database, signal, now)
  } finally {
    await database.close()
  }
}

/** Returns the slugs of all workspaces of a stopped instance. */
export async function slugsOf(start: StartOptions): Promise<string[]> {
  const { stdout } = await runCommand(start, 'workspace', 'list')
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]!)
    .sort()
}
