import { redirect } from 'react-router'
import type { CookieResult, SignInResult } from '#server/accounts/service.ts'
import { serializeConsoleCookie } from '#server/console/cookies.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import type { PageContext } from '#server/console/page-context.ts'
import { readCookie } from '#server/platform/http/request/cookies.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'

/** Who asks, as identity wants to know it. */
export const getCaller = ({ request, clientAddress }: PageContext) => ({ headers: request.headers, clientAddress })

/** Where somebody wanted to go before they had to sign in. */
export const getReturnPath = ({ url }: PageContext): string => safeRedirectPath(url.searchParams.get('next') ?? '')

export const withReturnPath = (path: string, next: string): string =>
  next === '/' ? path : `${path}?${new URLSearchParams({ next })}`

/** The answer, with the cookies of the session that began or ended. */
export function withSessionCookies(answer: Response, { setCookies }: CookieResult): Response {
  for (const header of setCookies) answer.headers.append('set-cookie', header)
  return answer
}

/** Leads somebody who has signed in on, or to the second step first. */
export function continueSignIn(signedIn: SignInResult, next: string, said?: string): Response {
  const to = signedIn.needsTotp ? withReturnPath('/sign-in/second-step', next) : next
  return withSessionCookies(said === undefined ? redirect(to, 303) : redirectWithFlash(to, said), signedIn)
}

const emailCookieName = 'heed_typed'
// As long as what is mailed is good.
const emailCookieSeconds = 15 * 60

/** The address that was typed on the page before, so that it is typed once and stands in no URL. */
export const readEmailCookie = ({ request }: PageContext): string => readCookie(request.headers, emailCookieName) ?? ''

/** For Set-Cookie. What is longer than any address is not kept. */
export const createEmailCookie = (email: string): string =>
  serializeConsoleCookie(emailCookieName, email.trim().slice(0, 254), emailCookieSeconds)
