import { redirect } from 'react-router'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { authMessages } from '../messages/auth.ts'
import { getCaller, withSessionCookies } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

/** A GET request never signs anyone out: another site could have linked here. */
export const loader = loaderFor.anyone(async () => redirect('/'))

/** Ends the session and redirects to the sign-in page, or back to an invitation for another account. */
export const action = actionFor.anyone({
  'sign-out': async (context) => {
    const ended = await context.deps.accounts.signOut(getCaller(context))
    const next = safeRedirectPath(context.form.text('next'))
    return withSessionCookies(redirectWithFlash(next === '/' ? '/sign-in' : next, authMessages.signedOut), ended)
  },
})
