import { redirect } from 'react-router'
import { done } from '#server/console/flash.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { localPath } from '#server/platform/http/request/redirect-path.ts'
import { entrance } from '../messages/auth.ts'
import { callerOf, withCookies } from './sign-in-flow.ts'

export { clientAction } from '../offline-action.ts'

/** An address that is typed signs nobody out: another site could have led here. */
export const loader = loads.anyone(async () => redirect('/'))

/** Ends the session, and leads to the sign-in page or back to where another person is wanted. */
export const action = acts.anyone({
  'sign-out': async (visit) => {
    const ended = await visit.deps.identity.signOut(callerOf(visit))
    const next = localPath(visit.form.text('next'))
    return withCookies(done(next === '/' ? '/sign-in' : next, entrance.signedOut), ended)
  },
})
