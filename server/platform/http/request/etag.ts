import { createHash } from 'node:crypto'

/** Returns a strong validator (RFC 9110, section 8.8.3). */
export const computeEtag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Tells whether `If-None-Match` lists the etag or `*`; the comparison is weak (RFC 9110, section 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((each) => [etag, '*'].includes(each.trim().replace(/^W\//, ''))) ?? false
