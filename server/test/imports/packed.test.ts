import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { isPackedExport, unpackExport } from '../../imports/read/unzip.ts'
import { type Files, packFiles, writeFiles } from '../support/imports.ts'

const posts = 'id,title\n1,Dark mode\n'

/** Writes a zip file, after a change of its bytes that no library for writing them allows. */
async function pack(files: Files, change: (bytes: string) => string = (bytes) => bytes) {
  const bytes = change((await packFiles(files)).toString('latin1'))
  const [path = ''] = await writeFiles({ 'export.zip': Buffer.from(bytes, 'latin1') })
  const folder = join(dirname(path), 'unpacked')
  return { path, folder, unpack: () => unpackExport(path, bytes.length, folder) }
}

test('unpacks only the tables of a zip file, under safe names', async () => {
  const { path, unpack } = await pack({
    'Export 2026/Posts (all).CSV': posts,
    'Export 2026/preview.json': '[]',
    '__MACOSX/._posts.csv': 'x',
    'logo.png': 'x',
  })
  assert.equal(await isPackedExport(path, 'export.zip'), true)
  const paths = await unpack()
  assert.deepEqual(
    paths.map((each) => basename(each)),
    ['posts_all_.csv', 'preview_.json'],
  )
  assert.equal(await readFile(paths[0]!, 'utf8'), posts)
})

test('does not unpack Heed archives and damaged zip files, and reports Excel workbooks', async () => {
  const archive = await pack({ 'boards.ndjson': '', 'manifest.json': '{}' })
  assert.equal(await isPackedExport(archive.path, 'a.zip'), false)
  const damaged = await pack({ 'posts.csv': posts }, (bytes) => bytes.slice(0, bytes.length / 2))
  assert.equal(await isPackedExport(damaged.path, 'a.zip'), false)
  const workbook = await pack({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>' })
  await assert.rejects(isPackedExport(workbook.path, 'a.xlsx'), /a\.xlsx is an Excel workbook\. Save it as CSV/)
})

test('refuses zip bombs, path traversal, links, encryption and duplicate names, and writes nothing', async () => {
  const bomb = await pack({ 'posts.csv': Buffer.alloc(20_000_000, 'a') })
  await assert.rejects(bomb.unpack(), /out of proportion/)
  assert.deepEqual(await readdir(bomb.folder), [])
  const outside = await pack({ 'xx/posts.csv': posts }, (bytes) => bytes.replaceAll('xx/posts.csv', '../posts.csv'))
  await assert.rejects(outside.unpack(), /cannot be imported/)
  const twice = await pack({ 'a/posts.csv': posts, 'b/posts.csv': posts })
  await assert.rejects(twice.unpack(), /two files named posts\.csv/)
  // The claimed size is in the directory, 24 bytes after the signature.
  const lying = await pack({ 'posts.csv': posts.repeat(100) }, (bytes) => {
    const directory = Buffer.from(bytes, 'latin1')
    directory.writeUInt32LE(10, directory.indexOf('PK\x01\x02') + 24)
    return directory.toString('latin1')
  })
  await assert.rejects(lying.unpack(), /cannot be imported/)
  const encrypted = await pack({ 'posts.csv': posts }, (bytes) => {
    const directory = Buffer.from(bytes, 'latin1')
    const at = directory.indexOf('PK\x01\x02') + 8
    directory.writeUInt16LE(directory.readUInt16LE(at) | 1, at)
    return directory.toString('latin1')
  })
  await assert.rejects(encrypted.unpack(), /is encrypted/)
  const linked = await pack({ 'posts.csv': posts }, (bytes) => {
    const directory = Buffer.from(bytes, 'latin1')
    directory.writeUInt32LE(0o120777 * 65_536, directory.indexOf('PK\x01\x02') + 38)
    return directory.toString('latin1')
  })
  await assert.rejects(linked.unpack(), /has a link/)
})
