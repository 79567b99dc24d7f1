import { hash, randomBytes } from 'node:crypto'

/** Generates the token of a link: 256 bits, impossible to guess, so that storing a plain hash is enough. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
