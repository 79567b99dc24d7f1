import assert from 'node:assert/strict'
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { unusedBuilds, unusedFiles, unusedFolders } from '../../bin/installation.mjs'

const root = join(import.meta.dirname, '../..')
// Packages and pages together (docs/benchmarks.md).
const maxMegabytes = 350
const blockBytes = 4_096

const isMeasured = process.platform === 'linux' && process.arch === 'x64'

test('keeps the packages and pages of an installation for running within 350 MB', {
  skip: !isMeasured && 'packages with programs have other sizes on other systems',
}, async () => {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; link?: true }>
  }
  const names = Object.entries(lock.packages)
    .filter(([name, { dev, devOptional, link }]) => name.startsWith('node_modules/') && !dev && !devOptional && !link)
    .map(([name]) => name)
  names.push(join('web', 'build'))
  const sizes = await Promise.all(names.map(async (name) => ({ name, bytes: await sizeOf(join(root, name)) })))
  const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes).slice(0, 15)
  const list = largest.map(({ name, bytes }) => `${(bytes / 2 ** 20).toFixed(1)} ${name}`).join('\n')
  assert.ok((await sizeOf(join(root, 'web', 'build'))) > 0, 'the pages are not built')
  // A wrong filter would find almost nothing.
  assert.ok(megabytes > 200, `found only ${megabytes.toFixed(0)} MB`)
  assert.ok(megabytes <= maxMegabytes, `${megabytes.toFixed(0)} MB, more than ${maxMegabytes}:\n${list}`)
})

/** Tells whether an installation for running deletes a file or folder of a package, as `bin/installation.mjs` does. */
function isDeleted(folder: string, path: string, entry: Dirent): boolean {
  const name = relative(folder, path)
  if (!entry.isDirectory()) return folder.includes('node_modules') && unusedFiles.test(entry.name)
  if (/node_modules\/node-(bin-)?linux-/.test(folder)) return unusedFolders.includes(name)
  return folder.includes('@opentelemetry') && unusedBuilds.includes(name)
}

/** Adds up the blocks of the files of a package that an installation for running keeps; 0 if it is for another system. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  const walk = async (path: string): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      const child = join(path, entry.name)
      // Packages inside a package have entries of their own in the lock file.
      if (entry.name === 'node_modules' || isDeleted(folder, child, entry)) continue
      bytes += Math.ceil((await lstat(child)).size / blockBytes) * blockBytes
      if (entry.isDirectory()) await walk(child)
    }
  }
  await walk(folder)
  return bytes
}
