import { isLoopbackHost } from '../../platform/loopback.ts'

const hostOrAddress = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/**
 * An origin as browsers send it (RFC 6454, section 6.1): scheme, host, and a port that is not the scheme's own. Plain
 * HTTP is for trying things out on one's own machine. Null for anything else, such as an address with a path.
 */
export function normalizeWidgetOrigin(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || `${url.origin}/` !== url.href || !hostOrAddress.test(url.hostname)) return null
  if (url.protocol === 'https:') return url.origin
  return url.protocol === 'http:' && isLoopbackHost(url.hostname) ? url.origin : null
}
