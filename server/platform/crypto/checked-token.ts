import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62Digits, randomBase62 } from './base62.ts'

/** Computes the CRC-32 as six base62 digits, which lets scanners recognize real tokens (contract §10). */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = base62Digits[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

const bodyPattern = /^[0-9A-Za-z]{49}$/

/** Generates a token: 43 base62 characters hold 256 bits of randomness, and six are their checksum. */
export function generateCheckedToken(prefix: string): string {
  const body = randomBase62(43)
  return prefix + body + checksum(body)
}

/** Returns whether the text has the format of a token. Any other text needs no database lookup. */
export function isCheckedToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const body = text.slice(prefix.length)
  return bodyPattern.test(body) && checksum(body.slice(0, 43)) === body.slice(43)
}

/** Hashes a token for storage. It has so much randomness that a plain hash cannot be reversed by guessing. */
export const hashCheckedToken = (token: string): Buffer => createHash('sha256').update(token).digest()
