import { randomInt } from 'node:crypto'

export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Generates random characters that a double click selects as one word; 43 of them hold 256 bits. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join('')
