import { domainToASCII } from 'node:url'

const maxLength = 253
// Letters, digits and hyphens (RFC 1123, section 2.1). The last one is none of an IP address's.
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$|0x)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * A host name as `Host` brings it: in lower case, in ASCII, without the dot that may end it. Null for anything that is
 * not a name with a dot in it and nothing else: no scheme, port, path or IP address.
 */
export function normalizeHostName(text: string): string | null {
  // Of these the conversion would take or drop some.
  if (/[\s:/?#@%\\[\]]/.test(text)) return null
  const name = domainToASCII(text.trim().replace(/\.$/, '').toLowerCase())
  return name.length <= maxLength && hostName.test(name) ? name : null
}
