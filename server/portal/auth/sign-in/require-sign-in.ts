import type { PortalContext } from '../../http/context.ts'
import { type PortalResponse, redirectTo } from '../../http/response.ts'
import { isAllowedInUrl, type PendingAction, type SignedAction, signAction, verifyAction } from '../pending-action.ts'
import { emailPage } from './pages.ts'

/**
 * Asks somebody to sign in before what they were about to do, which is done when they have. For forms; what they wrote is
 * carried in the page itself. @param next where to go on when there is nothing to do any more, below the base
 */
export function requireSignIn(visit: PortalContext, act: PendingAction, next = '/'): PortalResponse {
  if (isAllowedInUrl(act)) return redirectTo(visit, signInPath(visit, act))
  return emailPage(visit, { email: '', next, action: toSignedAction(visit, act) })
}

/** Below the base. Only for what may stand in an address. */
export const signInPath = (visit: PortalContext, act: PendingAction): string =>
  `/sign-in?${new URLSearchParams([['then', signAction(visit, act)]])}`

const toSignedAction = (visit: PortalContext, act: PendingAction): SignedAction => ({
  action: act,
  signed: signAction(visit, act),
})

/** What a page or an address carries; null for what is none of ours. */
export function parseSignedAction(visit: PortalContext, text: string | null): SignedAction | null {
  const act = text ? verifyAction(visit, text) : null
  return act && { action: act, signed: text! }
}
