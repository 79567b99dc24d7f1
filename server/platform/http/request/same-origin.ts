import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of ours sent this, and not one of another site with this browser's cookies. Browsers put `Origin` on
 * every POST (Fetch standard, section 3.1); a request without it comes from none, and holds no cookie to abuse, but
 * is refused all the same.
 */
export function isSameOrigin({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>, publicUrl: string) {
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  // Behind a proxy `Host` may be another name than the public one; without one, `localhost` is as good as 127.0.0.1.
  // A page that came over plain HTTP may have been written by anybody on the way, so it is none of an https one's.
  const { host: from, protocol } = new URL(origin)
  return from === host && (protocol === 'https:' || own.protocol === 'http:')
}
