import { randomInt, timingSafeEqual } from 'node:crypto'
import { invalid, type Problem } from '../problems.ts'
import { hmacSha256 } from './secret-key.ts'

export const codeMinutes = 10

/** The number of attempts after which a code is no longer valid. */
export const maxCodeAttempts = 5

/** Generates six digits for a person to type from an email. */
export const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Hashes a code for storage, with a key that is not in the database: the plain hash of six digits could be reversed by
 * trying them all. White space and hyphens in the code are ignored.
 * @param owner the recipient of the code
 */
export const hashCode = (key: Buffer, owner: string, code: string): Buffer =>
  hmacSha256(key, `${owner}\n${code.replaceAll(/[\s-]/g, '')}`)

export const codesMatch = (stored: Buffer | undefined, sent: Buffer): boolean =>
  stored !== undefined && timingSafeEqual(stored, sent)

/** The same error for a wrong code, an expired code and an unknown address, so that it reveals none of them. */
export const invalidCode = (): Problem =>
  invalid([
    { path: '/code', message: 'is wrong or has expired; use the code from the latest email', code: 'wrong-code' },
  ])
