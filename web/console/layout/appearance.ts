import { redirect } from 'react-router'
import { serializeConsoleCookie } from '#server/console/cookies.ts'
import { actionFor } from '#server/console/handlers.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'

export { clientAction } from '../offline-action.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the theme in a cookie, or deletes the cookie for the system theme, and redirects back. */
export const action = actionFor.anyone({
  appearance: async ({ form }) => {
    const theme = form.text('theme')
    const isFixed = theme === 'light' || theme === 'dark'
    const header = serializeConsoleCookie('heed_theme', isFixed ? theme : '', isFixed ? yearSeconds : 0)
    return redirect(safeRedirectPath(form.text('next')), { status: 303, headers: { 'set-cookie': header } })
  },
})
