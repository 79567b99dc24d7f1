import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62Digits, randomBase62 } from '../platform/crypto/base62.ts'

const prefix = 'heed_sk_'
const shape = /^heed_sk_[0-9A-Za-z]{49}$/

/** Computes six base62 digits of CRC-32, by which a scanner tells a real key from a look-alike (contract §10). */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = base62Digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Generates a key: 43 base62 characters hold 256 bits of randomness. */
export function generateApiKey(): string {
  const body = randomBase62(43)
  return prefix + body + checksum(body)
}

/** Returns whether the text has the format of a key. Any other text needs no database lookup. */
export const isWellFormedApiKey = (text: string): boolean => {
  if (!shape.test(text)) return false
  const body = text.slice(prefix.length)
  return checksum(body.slice(0, 43)) === body.slice(43)
}

/** Hashes a key for storage. A key has so much randomness that a plain hash cannot be reversed by guessing. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Returns the beginning of a key: enough to recognize it in a list, too little to use it. */
export const displayPrefix = (key: string): string => key.slice(0, prefix.length + 4)
