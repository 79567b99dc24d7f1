import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/crypto/secret-key.ts'

// A session expires after this time without use.
export const sessionDays = 30
export const sessionSeconds = sessionDays * 24 * 3_600

export interface SessionCookies {
  /** Signs cookies and encrypts TOTP secrets. */
  secret: string
  isSecure: boolean
  prefix: string
  /** Returns the session token if its signature is valid. */
  sessionToken(headers: Headers): string | null
  /** Returns the browser's pending second-factor challenge. */
  challenge(headers: Headers): string | null
  /** Set-Cookie values that extend the session by 30 days. */
  renewed(headers: Headers): string[]
  /** Set-Cookie values that sign the browser out. */
  cleared: string[]
  /** Returns the headers without the session cookie. */
  withoutSession(headers: Headers): Headers
}

/** Reads the cookies that better-auth sets, without loading it: every page needs them, and few need more. */
export function createSessionCookies(secretKey: string, publicUrl: string): SessionCookies {
  const secret = deriveKey(secretKey, 'accounts').toString('base64')
  const isSecure = publicUrl.startsWith('https:')
  // The prefix prevents a neighboring domain from setting them (RFC 6265bis, section 4.1.3.2).
  const prefix = isSecure ? '__Host-heed' : 'heed'
  const nameOf = (name: string) => `${prefix}.${name}`
  const session = nameOf('session_token')
  const challenge = nameOf('two_factor')
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  return {
    secret,
    isSecure,
    prefix,
    sessionToken: (headers) => signedValue(headers, session, secret),
    challenge: (headers) => signedValue(headers, challenge, secret),
    renewed: (headers) => [`${session}=${rawValue(headers, session)}; Max-Age=${sessionSeconds}; ${attributes}`],
    cleared: [session, challenge].map((name) => `${name}=; Max-Age=0; ${attributes}`),
    withoutSession(headers) {
      const remaining = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !pair.startsWith(`${session}=`))
      const others = new Headers(headers)
      others.set('cookie', remaining.join('; '))
      return others
    },
  }
}

function rawValue(headers: Headers, name: string): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(/; */)) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return null
}

/** Verifies an encoded `value.signature` (HMAC-SHA-256 in base64) and returns the value. */
function signedValue(headers: Headers, name: string, secret: string): string | null {
  const raw = rawValue(headers, name)
  if (raw === null || !/^[\w.~%*'()!-]+$/.test(raw) || /%(?![0-9a-f]{2})/i.test(raw)) return null
  const text = unescape(raw)
  const dot = text.lastIndexOf('.')
  const value = text.slice(0, Math.max(0, dot))
  const sent = Buffer.from(text.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(value).digest()
  return dot > 0 && sent.length === expected.length && timingSafeEqual(sent, expected) ? value : null
}
