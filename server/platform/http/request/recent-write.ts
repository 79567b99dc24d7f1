import type { Replica } from '../../db/replica/replica.ts'
import { readCookie } from './cookies.ts'

// A browser that has just written carries this cookie, and its pages are read from the primary until it expires: longer than
// a replica may be behind, and than a failover takes. Its value is not signed: adding it affects only one's own reads.
const name = 'heed_wrote'
const failoverSeconds = 60

/** Returns the header that marks a browser after it has written, or null if there is no replica. */
export function recentWriteCookie(
  { replica }: { replica: Pick<Replica, 'maxLagSeconds'> | null },
  publicUrl: string,
): string | null {
  if (replica === null) return null
  const isSecure = publicUrl.startsWith('https:')
  const maxAge = Math.ceil(replica.maxLagSeconds) + failoverSeconds
  return `${name}=1; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Returns whether the browser has written recently. */
export const hasRecentWrite = (headers: Headers): boolean => readCookie(headers, name) !== null
