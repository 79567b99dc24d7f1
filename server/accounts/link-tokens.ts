import { hash, randomBytes } from 'node:crypto'

/** What stands in a link: 256 bits, beyond guessing, so that a plain hash of it is enough to keep. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
