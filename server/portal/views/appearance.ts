import { localPath } from '../../platform/http/request/redirect-path.ts'
import { goTo } from '../http/response.ts'
import { type PortalRoute, post } from '../http/route.ts'

const daysKept = 365

/** Light or dark, whatever the reader's system says. */
export const appearanceRoutes: PortalRoute[] = [
  post('/appearance', { isOpen: true }, async (visit, { form }) => {
    const theme = form.get('theme')
    const isChosen = theme === 'light' || theme === 'dark'
    const kept = isChosen ? `${theme}; Max-Age=${daysKept * 86_400}` : '; Max-Age=0'
    return {
      ...goTo(visit, localPath(String(form.get('next') ?? '/'))),
      headers: { 'set-cookie': `heed_theme=${kept}; Path=${visit.base || '/'}; SameSite=Lax` },
    }
  }),
]
