import { domainToASCII } from 'node:url'

const maxLength = 253
// Letters, digits and hyphens (RFC 1123, section 2.1). The last label cannot be a number, as in an IP address.
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$|0x)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Normalizes a host name to the form of the `Host` header: lower case, ASCII, no final dot. Returns null unless the
 * text is a host name with at least one dot, without scheme, port or path, and not an IP address.
 */
export function normalizeHostName(text: string): string | null {
  // domainToASCII would accept or drop some of these.
  if (/[\s:/?#@%\\[\]]/.test(text)) return null
  const name = domainToASCII(text.trim().replace(/\.$/, '').toLowerCase())
  return name.length <= maxLength && hostName.test(name) ? name : null
}
