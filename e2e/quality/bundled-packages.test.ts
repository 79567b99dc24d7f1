import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'web/build/packages')
const manifest: Record<string, { version: string; files: Record<string, string> }> = JSON.parse(
  await readFile(join(folder, 'manifest.json'), 'utf8'),
)
const bundles = Object.values(manifest).flatMap(({ files }) => Object.entries(files))

test('bundles the installed versions, with every export of each package', async () => {
  assert.deepEqual(
    bundles.map(([specifier]) => specifier),
    ['kysely', 'typebox', 'typebox/value'],
  )
  for (const [name, { version }] of Object.entries(manifest)) {
    const installed = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    assert.equal(version, installed.version)
  }
  for (const [specifier, file] of bundles) {
    const [original, bundled] = await Promise.all([import(specifier), import(pathToFileURL(join(folder, file)).href)])
    assert.deepEqual(Object.keys(bundled).sort(), Object.keys(original).sort())
  }
})

/** Returns the names of the packages of which the command loads files in `node_modules`. */
async function packagesLoadedBy(...args: string[]): Promise<Set<string>> {
  const report = `--import=data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    import { writeSync } from 'node:fs'
    registerHooks({
      load(url, context, nextLoad) {
        writeSync(2, 'loads ' + (/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? url) + '\\n')
        return nextLoad(url, context)
      },
    })`)}`
  const { stderr } = await promisify(execFile)(process.execPath, [report, 'bin/heed', ...args], { cwd: root })
  return new Set(Array.from(stderr.matchAll(/^loads (.+)$/gm), ([, name]) => name!))
}

test('loads the bundles instead of the packages in the command line', async () => {
  const loaded = await packagesLoadedBy('key', '--help')
  assert.ok(loaded.has('commander'), 'the report of loaded packages works')
  for (const name of ['kysely', 'typebox']) assert.equal(loaded.has(name), false, name)
  assert.ok(loaded.has(pathToFileURL(join(folder, 'kysely.js')).href))
})
