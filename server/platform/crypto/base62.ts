import { randomInt } from 'node:crypto'

export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** So many random characters that a double click selects whole: 43 of them are 256 bits. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join('')
