import { redirect } from 'react-router'
import { serializeConsoleCookie } from '#server/console/cookies.ts'
import { actionFor } from '#server/console/handlers.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'

export { clientAction } from '../offline-action.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Keeps light, dark, or as the system has it, and leads back. */
export const action = actionFor.anyone({
  appearance: async ({ form }) => {
    const theme = form.text('theme')
    const isChosen = theme === 'light' || theme === 'dark'
    const header = serializeConsoleCookie('heed_theme', isChosen ? theme : '', isChosen ? yearSeconds : 0)
    return redirect(safeRedirectPath(form.text('next')), { status: 303, headers: { 'set-cookie': header } })
  },
})
