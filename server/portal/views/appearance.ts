import { nextPath } from '../http/next-path.ts'
import { redirectTo } from '../http/response.ts'
import { type PortalRoute, post } from '../http/route.ts'

const cookieDays = 365

/** Stores the reader's choice of theme as a cookie; "system" deletes it. */
export const appearanceRoutes: PortalRoute[] = [
  post('/appearance', { isSignInOptional: true }, async (context, { form }) => {
    const theme = form.get('theme')
    const isChosen = theme === 'light' || theme === 'dark'
    const cookie = isChosen ? `${theme}; Max-Age=${cookieDays * 86_400}` : '; Max-Age=0'
    return {
      ...redirectTo(context, nextPath(context, form.get('next'))),
      headers: { 'set-cookie': `heed_theme=${cookie}; Path=${context.base || '/'}; SameSite=Lax` },
    }
  }),
]
