import { isLoopbackHost } from '../../platform/loopback.ts'

const hostOrAddress = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/**
 * Normalizes an origin to the form that browsers send (RFC 6454, section 6.1): scheme, host, and a port other than the
 * default. Plain HTTP is allowed for local development only. Returns null for anything else, such as a URL with a path.
 */
export function normalizeWidgetOrigin(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || `${url.origin}/` !== url.href || !hostOrAddress.test(url.hostname)) return null
  if (url.protocol === 'https:') return url.origin
  return url.protocol === 'http:' && isLoopbackHost(url.hostname) ? url.origin : null
}
