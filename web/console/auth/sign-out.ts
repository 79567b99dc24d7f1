import { redirect } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { authMessages } from '../messages/auth.ts'
import { getCaller, withSessionCookies } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

/** An address that is typed signs nobody out: another site could have led here. */
export const loader = loaderFor.anyone(async () => redirect('/'))

/** Ends the session, and leads to the sign-in page or back to where another person is wanted. */
export const action = actionFor.anyone({
  'sign-out': async (context) => {
    const ended = await context.deps.accounts.signOut(getCaller(context))
    const next = safeRedirectPath(context.form.text('next'))
    return withSessionCookies(redirectWithFlash(next === '/' ? '/sign-in' : next, authMessages.signedOut), ended)
  },
})
