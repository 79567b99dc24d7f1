import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { Problem } from '../../platform/problems.ts'
import { createDataDir, drawImage } from '../../test/fixtures/files.ts'
import { prepareFile } from './prepare.ts'
import { maxFileBytes, withTemporaryFiles } from './receive.ts'

const dataDir = await createDataDir()
let uploads = 0

/** Prepares a file. @returns what is stored, with its bytes */
async function prepare(bytes: Buffer | string | Readable, name: string) {
  uploads += 1
  const body = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)])
  return withTemporaryFiles(dataDir, `upload-${uploads}`, async (paths) => {
    const { path, ...file } = await prepareFile(body, name, paths)
    return { ...file, stored: await readFile(path) }
  })
}

const rejection = (bytes: Buffer | string | Readable, name: string): Promise<string> =>
  prepare(bytes, name).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Problem ? error.message : String(error)),
  )

for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
  test(`stores a ${format} image in its format, whatever its name says`, async () => {
    const { type, width, height, stored, name } = await prepare(await drawImage(format), 'Urlaub in Köln.txt')
    assert.deepEqual([type, width, height], [`image/${format}`, 40, 20])
    assert.match(name, /^Urlaub-in-Ko-ln\.(png|jpg|webp|gif|avif)$/)
    const expected = format === 'avif' ? 'heif' : format
    assert.equal((await sharp(stored).metadata()).format, expected)
  })
}

test('removes where a photo was taken, and turns it upright', async () => {
  const photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'CANARY-1' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok((await sharp(photo).metadata()).exif)
  const { width, height, stored } = await prepare(photo, 'photo.jpg')
  assert.deepEqual([width, height], [30, 60])
  const { exif, orientation, xmp, iptc } = await sharp(stored).metadata()
  assert.deepEqual([exif, orientation, xmp, iptc], [undefined, undefined, undefined, undefined])
})

test('shrinks large images to 2,560 pixels', async () => {
  const { width, height } = await prepare(await drawImage('jpeg', 5_120, 1_000), 'wide.jpg')
  assert.deepEqual([width, height], [2_560, 500])
})

test('keeps animations, as WebP', async () => {
  const frames = Buffer.alloc(30 * 20 * 3 * 3, 7)
  frames.fill(200, 30 * 20 * 3)
  const raw = { width: 30, height: 60, channels: 3 as const, pageHeight: 20 }
  const { type, name, height, stored } = await prepare(await sharp(frames, { raw }).gif().toBuffer(), 'demo.gif')
  assert.deepEqual([type, name, height], ['image/webp', 'demo.webp', 20])
  assert.equal((await sharp(stored, { animated: true }).metadata()).pages, 2)
})

test('drops what follows an image, so that one file cannot be two things', async () => {
  const polyglot = Buffer.concat([await drawImage('png'), Buffer.from('<script>alert(1)</script>PK\x03\x04')])
  const { stored } = await prepare(polyglot, 'a.html')
  assert.equal(stored.includes('<script>'), false)
  const gif = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from('*/=1;alert(1)')])
  assert.match(await rejection(gif, 'a.gif'), /damaged/)
})

test('rejects markup, scripts in images, programs and text that calls itself an image', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const files: [string, string][] = [
    ['<!doctype html><script>alert(1)</script>', 'a.png'],
    [svg, 'a.svg'],
    [`<?xml version="1.0"?>${svg}`, 'a.txt'],
    ['plain text', 'a.png'],
    ['plain text', 'a.html'],
    ['MZ\0\0program', 'a.txt'],
    ['%PDF-1.7', 'a.html'],
    ['PK\x03\x04', 'a.jar'],
  ]
  for (const [bytes, name] of files) assert.match(await rejection(bytes, name), /isn’t supported/, name)
})

test('accepts documents for download', async () => {
  const types = await Promise.all([
    prepare('%PDF-1.7', 'a.pdf'),
    prepare('PK\x03\x04', 'a.zip'),
    prepare('a,b\n1,ä', 'a.csv'),
    prepare('a log', 'a.log'),
  ])
  assert.deepEqual(
    types.map(({ type, width }) => [type, width]),
    [
      ['application/pdf', null],
      ['application/zip', null],
      ['text/csv', null],
      ['text/plain', null],
    ],
  )
})

test('rejects damaged images', async () => {
  const image = await drawImage('jpeg', 400, 400)
  assert.match(await rejection(image.subarray(0, 300), 'a.jpg'), /damaged/)
  assert.match(await rejection((await drawImage('png', 400, 400)).subarray(0, 200), 'a.png'), /damaged/)
})

test('rejects an image of 50,000 × 50,000 pixels without decoding it', async () => {
  assert.match(await rejection(pngHeader(50_000, 50_000), 'bomb.png'), /too many pixels/)
})

test('stops receiving a file at the limit, and removes what it has received', async () => {
  let sent = 0
  const endless = new Readable({
    read() {
      sent += 65_536
      this.push(Buffer.alloc(65_536))
    },
  })
  assert.match(await rejection(endless, 'a.txt'), /larger than 10 MB/)
  assert.ok(sent < maxFileBytes + 1_048_576)
  await assert.rejects(open(join(dataDir, 'uploads', `upload-${uploads}`)), { code: 'ENOENT' })
  assert.match(await rejection('', 'a.txt'), /empty/)
})

/** Returns a complete PNG that declares this size, with a few compressed bytes of data. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(100_000))],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([signature, ...chunks.map(([name, data]) => chunk(name, data))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
