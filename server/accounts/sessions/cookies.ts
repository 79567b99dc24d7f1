import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../platform/crypto/secret-key.ts'

// A session ends when it was not used for this long.
export const sessionDays = 30
export const sessionSeconds = sessionDays * 24 * 3_600

export interface SessionCookies {
  /** Signs cookies, and encrypts what second steps are made of. */
  secret: string
  isSecure: boolean
  prefix: string
  /** The token of the session, if its signature is ours. */
  sessionToken(headers: Headers): string | null
  /** The second step that is awaited from this browser. */
  challenge(headers: Headers): string | null
  /** For Set-Cookie: the session goes on for another 30 days. */
  renewed(headers: Headers): string[]
  /** For Set-Cookie: nobody is signed in here any more. */
  cleared: string[]
  /** The same headers as seen by somebody who is not signed in. */
  withoutSession(headers: Headers): Headers
}

/** The cookies that better-auth sets (engine.ts), read without it: each page does, and few need more of it. */
export function createSessionCookies(secretKey: string, publicUrl: string): SessionCookies {
  const secret = deriveKey(secretKey, 'accounts').toString('base64')
  const isSecure = publicUrl.startsWith('https:')
  // The prefix keeps a neighbouring domain from setting them (RFC 6265bis, section 4.1.3.2).
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
      const kept = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !pair.startsWith(`${session}=`))
      const others = new Headers(headers)
      others.set('cookie', kept.join('; '))
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

/** `value.signature`, encoded; HMAC-SHA-256 in base64. */
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
