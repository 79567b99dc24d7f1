import { createReadStream } from 'node:fs'
import { invalidState } from '../../platform/problems.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

// The first bytes of files that people choose by mistake, with an error that says what to do.
const signatures: [bytes: number[], advice: string][] = [
  [[0x50, 0x4b, 0x05, 0x06], 'This archive is empty.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Export the data as CSV or JSON.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel workbook. Save it as CSV (UTF-8).'],
  [[0x1f, 0x8b], 'This file is compressed with gzip. Unpack it first.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is an image. Choose a CSV or JSON file.'],
  [[0xff, 0xd8, 0xff], 'This is an image. Choose a CSV or JSON file.'],
]

const startsWith = (bytes: Uint8Array, prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)

/** Returns whether a file is a zip, by its first bytes. */
export const isZip = (head: Uint8Array): boolean => startsWith(head, [0x50, 0x4b, 0x03, 0x04])

/**
 * Returns the encoding of a text file. Reads all of it if it has no byte order mark, because one invalid byte at its end
 * means that it is not UTF-8.
 * @throws 400 if the file is empty or not text
 */
export async function detectEncoding(path: string): Promise<Encoding> {
  let head: Buffer | null = null
  let isUtf8 = true
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    if (head === null) {
      head = chunk
      refuseOtherFormats(head)
      const marked = byMark(head) ?? byZeros(head)
      if (marked !== null) return marked
    }
    if (hasControlCharacters(chunk)) throw notText()
    isUtf8 &&= decodes(decoder, chunk, { stream: true })
  }
  if (head === null) throw invalidState('This file is empty.')
  return isUtf8 && decodes(decoder, Buffer.alloc(0), {}) ? 'utf-8' : 'windows-1252'
}

const notText = () => invalidState('This is not a text file. Choose a CSV or JSON file.')

function refuseOtherFormats(head: Uint8Array): void {
  const known = signatures.find(([prefix]) => startsWith(head, prefix))
  if (known) throw invalidState(known[1])
}

function byMark(head: Uint8Array): Encoding | null {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le'
  return startsWith(head, [0xfe, 0xff]) ? 'utf-16be' : null
}

/** Detects UTF-16 without a mark: nearly every second byte of mostly Latin text is zero. */
function byZeros(head: Uint8Array): Encoding | null {
  const sample = head.subarray(0, 2_000)
  let [even, odd] = [0, 0]
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  const half = sample.length / 2
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le'
  return even > half * 0.4 && odd < half * 0.05 ? 'utf-16be' : null
}

/** Returns whether bytes contain characters that do not occur in text: 0x00 to 0x08, and 0x0e to 0x1a. */
function hasControlCharacters(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 27)) return true
  return false
}

function decodes(decoder: TextDecoder, bytes: Uint8Array, options: { stream?: boolean }): boolean {
  try {
    decoder.decode(bytes, options)
    return true
  } catch {
    // The bytes are not UTF-8.
    return false
  }
}

/** Reads a text file in pieces, without its byte order mark. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
