import type { FastifyRequest } from 'fastify'

/**
 * Returns whether a page of this instance sent the request, and not a page of another site with this browser's cookies
 * (CSRF). Browsers send `Origin` with every POST (Fetch standard, section 3.1). A request without it comes from no
 * browser and carries no cookie to abuse, but is rejected as well.
 */
export function isSameOrigin({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>, publicUrl: string) {
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return false
  const publicAddress = new URL(publicUrl)
  if (origin === publicAddress.origin) return true
  // Behind a proxy, `Host` may differ from the public name. Without one, `localhost` is as good as 127.0.0.1.
  // Anyone on the network may have altered a page that came over plain HTTP, so an https instance rejects it.
  const { host: originHost, protocol } = new URL(origin)
  return originHost === host && (protocol === 'https:' || publicAddress.protocol === 'http:')
}
