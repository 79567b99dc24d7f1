import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * The version that instances are upgraded from: the last one before migration 0031. Change it to the last release with each
 * release, together with `firstCheckedMigration` in bin/check.ts.
 */
export const previousVersion = 'a91c7ee51b8e88fa4ab698b744a7921ed3a2e7df'

/**
 * Checks out the previous version's program, with the packages of this one.
 * @returns its folder; null if the history does not contain it, as in a shallow clone
 */
export async function checkOutPreviousVersion(): Promise<string | null> {
  const hasIt = await run('git', ['-C', root, 'cat-file', '-e', `${previousVersion}^{commit}`]).then(
    () => true,
    () => false,
  )
  if (!hasIt) return null
  const folder = await mkdtemp(join(tmpdir(), 'heed-previous-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const archive = join(folder, 'version.tar')
  const parts = ['package.json', 'bin', 'server', 'migrations', 'i18n', 'web']
  await run('git', ['-C', root, 'archive', '--output', archive, previousVersion, ...parts])
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
