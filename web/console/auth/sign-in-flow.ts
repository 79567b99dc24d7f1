import { redirect } from 'react-router'
import type { CookieResult, SignInResult } from '#server/accounts/accounts.ts'
import { serializeConsoleCookie } from '#server/console/cookies.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import type { PageContext } from '#server/console/page-context.ts'
import { readCookie } from '#server/platform/http/request/cookies.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'

/** Returns the caller for the account service: its headers and client address. */
export const getCaller = ({ request, clientAddress }: PageContext) => ({ headers: request.headers, clientAddress })

/** Returns the path to go to after sign-in. */
export const getReturnPath = ({ url }: PageContext): string => safeRedirectPath(url.searchParams.get('next') ?? '')

export const withReturnPath = (path: string, next: string): string =>
  next === '/' ? path : `${path}?${new URLSearchParams({ next })}`

/** Adds the cookies of the session that started or ended to the response. */
export function withSessionCookies(response: Response, { setCookies }: CookieResult): Response {
  for (const header of setCookies) response.headers.append('set-cookie', header)
  return response
}

/** Redirects after sign-in to `next`, or to the two-factor page first. */
export function continueSignIn(signedIn: SignInResult, next: string, message?: string): Response {
  const to = signedIn.needsTotp ? withReturnPath('/sign-in/second-step', next) : next
  return withSessionCookies(message === undefined ? redirect(to, 303) : redirectWithFlash(to, message), signedIn)
}

const emailCookieName = 'heed_typed'
// As long as the emailed link or code works.
const emailCookieSeconds = 15 * 60

/** Reads the email address entered on the previous page, so that it's entered once and appears in no URL. */
export const readEmailCookie = ({ request }: PageContext): string => readCookie(request.headers, emailCookieName) ?? ''

/** Returns a Set-Cookie header. Cuts the value to the longest valid email address (RFC 5321: 254). */
export const createEmailCookie = (email: string): string =>
  serializeConsoleCookie(emailCookieName, email.trim().slice(0, 254), emailCookieSeconds)
