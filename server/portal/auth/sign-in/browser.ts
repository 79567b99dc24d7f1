import { createHash, randomBytes } from 'node:crypto'
import type { PortalContext } from '../../http/context.ts'
import { customerSessionDays } from '../session.ts'

/**
 * A browser that asks for sign-in codes. Its cookie has a random id, to which codes are bound: only this browser can
 * redeem them or use up their attempts. After it has signed in with an address, the cookie also carries a signature of
 * both, so that strangers who request codes for the address cannot use up the browser's limit.
 */
export interface SignInBrowser {
  id: string
  /** SHA-256 of the id, in base64url: what is stored with a code. */
  hash: string
  /** Whether it has signed in with the address of the form before. */
  isKnown: boolean
}

const cookieName = 'heed_sign_in'
const idPattern = /^[A-Za-z0-9_-]{22}$/

// Longer than a session, so that a browser whose session has expired is still known.
const cookieDays = 2 * customerSessionDays

/** Returns the browser that sent a form, or a new one if it has no cookie yet. */
export function readSignInBrowser(context: PortalContext, email: string): SignInBrowser {
  const [id = '', signature = ''] = (context.cookie(cookieName) ?? '').split('.')
  if (!idPattern.test(id)) return describe(randomBytes(16).toString('base64url'), false)
  const bytes = Buffer.from(signature, 'base64url')
  return describe(id, context.deps.browserSigner.isSignature(bytes, signedText(context, id, email)))
}

const describe = (id: string, isKnown: boolean): SignInBrowser => ({
  id,
  hash: createHash('sha256').update(id).digest('base64url'),
  isKnown,
})

/** Returns the `Set-Cookie` header for a browser that asks for a code. Keeps what it has signed in with. */
export function signInBrowserCookie(context: PortalContext, { id }: SignInBrowser): string {
  const current = context.cookie(cookieName) ?? ''
  return serialize(context, current.startsWith(`${id}.`) ? current : id)
}

/** Returns the `Set-Cookie` header for a browser that has signed in with an address. */
export const knownBrowserCookie = (context: PortalContext, { id }: SignInBrowser, email: string): string =>
  serialize(context, `${id}.${context.deps.browserSigner.sign(signedText(context, id, email)).toString('base64url')}`)

const signedText = ({ workspace }: PortalContext, id: string, email: string): string =>
  `${workspace.id} ${id} ${email.toLowerCase()}`

/** Limits the cookie to the sign-in pages, so that all other pages stay cacheable. */
const serialize = ({ base, isSecure }: PortalContext, value: string): string =>
  `${cookieName}=${value}; Path=${base}/sign-in; Max-Age=${cookieDays * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
