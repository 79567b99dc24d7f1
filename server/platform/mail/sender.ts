import { isIP } from 'node:net'
import type { Settings } from '../settings.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** Whom messages are from: the address is that of the From field and of the envelope. */
export interface Sender {
  address: string
  name: string | null
}

// The plain form only (RFC 5321, section 4.1.2, without quoted strings), as the API takes it; and a domain without a dot
// or an address literal, which are enough inside a network of one's own.
const addressPattern = /^[^\s\p{C}@<>(),;:"[\]\\]+@([^\s\p{C}@<>(),;:"[\]\\]+|\[[0-9a-f.:]+\]|\[IPv6:[0-9a-f.:]+\])$/iu

export const isSendableAddress = (text: string): boolean => text.length <= 254 && addressPattern.test(text)

/** Reads `ada@example.com` or `Ada <ada@example.com>`; null for anything else. */
export function parseSender(text: string): Sender | null {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return null
  const [, name, inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  const address = (inBrackets ?? text).trim()
  return isSendableAddress(address) ? { address, name: name?.trim().replace(/^"(.*)"$/, '$1') || null } : null
}

/** `MAIL_FROM`; without one the user of `SMTP_URL`, where that is an address; otherwise one at `PUBLIC_URL`. */
export function resolveSender({
  mailFrom,
  smtpUrl,
  publicUrl,
}: Pick<Settings, 'mailFrom' | 'smtpUrl' | 'publicUrl'>): Sender {
  const set = mailFrom === null ? null : parseSender(mailFrom)
  if (set !== null) return set
  const user = smtpUrl === null ? undefined : parseSmtpUrl(smtpUrl).credentials?.user
  return { address: user !== undefined && isSendableAddress(user) ? user : `heed@${domainOf(publicUrl)}`, name: null }
}

/** The host of an address as a mail domain: an IP address is a literal (RFC 5321, section 4.1.3). */
function domainOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const literals = { 4: `[${host}]`, 6: `[IPv6:${host}]` } as Record<number, string>
  return literals[isIP(host)] ?? host
}
