import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62Digits, randomBase62 } from '../platform/crypto/base62.ts'

const prefix = 'heed_sk_'
const shape = /^heed_sk_[0-9A-Za-z]{49}$/

/** Six base62 digits of CRC-32: lets a scanner tell a real key from something that looks like one (contract §10). */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = base62Digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A new key: 43 base62 characters are 256 bits of randomness. */
export function generateApiKey(): string {
  const body = randomBase62(43)
  return prefix + body + checksum(body)
}

/** Whether the text can be a key at all. Spares the database a look-up for what cannot. */
export const isWellFormedApiKey = (text: string): boolean => {
  if (!shape.test(text)) return false
  const body = text.slice(prefix.length)
  return checksum(body.slice(0, 43)) === body.slice(43)
}

/** What is stored in a key's place. A key has enough randomness that a plain hash cannot be searched. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Enough to recognize a key by in a list, too little to use. */
export const displayPrefix = (key: string): string => key.slice(0, prefix.length + 4)
