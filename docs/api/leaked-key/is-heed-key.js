import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function isHeedKey(text) {
  const [, random, checksum] = /^heed_sk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text) ?? []
  if (random === undefined) return false
  const sum = [...checksum].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0)
  return sum === crc32(random)
}
