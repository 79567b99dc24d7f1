import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findBundles } from './bundled-packages.ts'

/** Creates a folder with an installed package and the manifest of a build. */
async function createFolder({ installed, manifest }: { installed: string; manifest: string }): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'heed-bundles-'))
  after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'node_modules/kysely'), { recursive: true })
  await mkdir(join(folder, 'web/build/packages'), { recursive: true })
  await writeFile(join(folder, 'node_modules/kysely/package.json'), JSON.stringify({ version: installed }))
  await writeFile(join(folder, 'web/build/packages/manifest.json'), manifest)
  return pathToFileURL(`${folder}/`)
}

const manifest = JSON.stringify({
  kysely: { version: '1.2.3', files: { kysely: 'kysely.js' } },
  typebox: { version: '4.5.6', files: { typebox: 'typebox.js' } },
})

test('finds the bundle of the installed version, and none of a missing package', async () => {
  const root = await createFolder({ installed: '1.2.3', manifest })
  assert.deepEqual([...findBundles(root)], [['kysely', new URL('web/build/packages/kysely.js', root).href]])
})

test('ignores the bundle of another version', async () => {
  assert.equal(findBundles(await createFolder({ installed: '1.2.4', manifest })).size, 0)
})

test('finds no bundles before the first build or during a build', async () => {
  assert.equal(findBundles(await createFolder({ installed: '1.2.3', manifest: '{"kysely":{"ver' })).size, 0)
  assert.equal(findBundles(pathToFileURL(join(tmpdir(), 'heed-absent/'))).size, 0)
})
