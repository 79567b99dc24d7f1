import { redirect } from 'react-router'
import type { Done, SignedIn } from '#server/accounts/service.ts'
import { setCookie } from '#server/console/cookies.ts'
import { done } from '#server/console/flash.ts'
import type { Visit } from '#server/console/page-context.ts'
import { cookie } from '#server/platform/http/request/cookies.ts'
import { localPath } from '#server/platform/http/request/redirect-path.ts'

/** Who asks, as identity wants to know it. */
export const callerOf = ({ request, clientAddress }: Visit) => ({ headers: request.headers, clientAddress })

/** Where somebody wanted to go before they had to sign in. */
export const nextOf = ({ url }: Visit): string => localPath(url.searchParams.get('next') ?? '')

export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?${new URLSearchParams({ next })}`

/** The answer, with the cookies of the session that began or ended. */
export function withCookies(answer: Response, { setCookies }: Done): Response {
  for (const header of setCookies) answer.headers.append('set-cookie', header)
  return answer
}

/** Leads somebody who has signed in on, or to the second step first. */
export function goOn(signedIn: SignedIn, next: string, said?: string): Response {
  const to = signedIn.needsTotp ? withNext('/sign-in/second-step', next) : next
  return withCookies(said === undefined ? redirect(to, 303) : done(to, said), signedIn)
}

const typedCookie = 'heed_typed'
// As long as what is mailed is good.
const typedSeconds = 15 * 60

/** The address that was typed on the page before, so that it is typed once and stands in no URL. */
export const typedEmail = ({ request }: Visit): string => cookie(request.headers, typedCookie) ?? ''

/** For Set-Cookie. What is longer than any address is not kept. */
export const keepEmail = (email: string): string => setCookie(typedCookie, email.trim().slice(0, 254), typedSeconds)
