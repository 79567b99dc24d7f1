import { isIP } from 'node:net'
import type { Settings } from '../settings.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** The sender of messages: the address is used in the From field and in the envelope. */
export interface Sender {
  address: string
  name: string | null
}

// The plain form (RFC 5321, section 4.1.2, without quoted strings), as the API accepts it; also domains without a dot and
// address literals, which private networks use.
const addressPattern = /^[^\s\p{C}@<>(),;:"[\]\\]+@([^\s\p{C}@<>(),;:"[\]\\]+|\[[0-9a-f.:]+\]|\[IPv6:[0-9a-f.:]+\])$/iu

export const isSendableAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** Parses `ada@example.com` or `Ada <ada@example.com>`; null for anything else. */
export function parseSender(text: string): Sender | null {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return null
  const [, name, bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  const address = (bracketed ?? text).trim()
  return isSendableAddress(address) ? { address, name: name?.trim().replace(/^"(.*)"$/, '$1') || null } : null
}

/** Returns `MAIL_FROM`, else the user of `SMTP_URL` if that is an address, else an address at `PUBLIC_URL`. */
export function resolveSender({
  mailFrom,
  smtpUrl,
  publicUrl,
}: Pick<Settings, 'mailFrom' | 'smtpUrl' | 'publicUrl'>): Sender {
  const configured = mailFrom === null ? null : parseSender(mailFrom)
  if (configured !== null) return configured
  const user = smtpUrl === null ? undefined : parseSmtpUrl(smtpUrl).credentials?.user
  return { address: user !== undefined && isSendableAddress(user) ? user : `heed@${domainOf(publicUrl)}`, name: null }
}

/** Returns the host of a URL as a mail domain: an IP address becomes a literal (RFC 5321, section 4.1.3). */
function domainOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const literals = { 4: `[${host}]`, 6: `[IPv6:${host}]` } as Record<number, string>
  return literals[isIP(host)] ?? host
}
