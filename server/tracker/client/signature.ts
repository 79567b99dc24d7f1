import { createHmac, timingSafeEqual } from 'node:crypto'

const hexDigest = /^[0-9a-f]{64}$/i

/** Verifies the HMAC-SHA256 signature of a body, in constant time. @param signature 64 hexadecimal digits. */
export function verifyHmacSha256(body: Buffer, secret: string, signature: string | string[] | undefined): boolean {
  // An empty secret would let anyone sign.
  if (secret === '' || typeof signature !== 'string' || !hexDigest.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** Returns the digest of a header such as `sha256=0123…`. */
export const parseSha256Header = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? /^sha256=(.*)$/.exec(header)?.[1] : undefined
