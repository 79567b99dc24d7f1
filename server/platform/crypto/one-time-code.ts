import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { invalid, type Problem } from '../problems.ts'

export const codeMinutes = 10

/** After so many a code is good no more. */
export const maxCodeAttempts = 5

/** Six digits, to be typed from a message. */
export const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * What is stored of a code. Six digits could be found by trying from a plain hash, so this one takes a key that is not in
 * the database. White space and hyphens, which people type, are nothing. @param owner whose code it is
 */
export const hashCode = (key: Buffer, owner: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${owner}\n${code.replaceAll(/[\s-]/g, '')}`)
    .digest()

export const codesMatch = (stored: Buffer | undefined, sent: Buffer): boolean =>
  stored !== undefined && timingSafeEqual(stored, sent)

/** The same words whatever was wrong: the code, its age, the address. */
export const invalidCode = (): Problem =>
  invalid([{ path: '/code', message: 'is not the code of the latest message, or is too old' }])
