import type { PortalContext } from '../../http/context.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../../http/response.ts'
import { isAllowedInUrl, type PendingAction, type SignedAction, signAction, verifyAction } from '../pending-action.ts'
import { emailPage } from './pages.ts'

/**
 * Asks a visitor who sent a form to sign in; the action runs afterwards. The page itself carries their text.
 * @param next where to continue if nothing is left to do, below the base
 */
export function requireSignIn(context: PortalContext, action: PendingAction, next = '/'): PortalResponse {
  if (isAllowedInUrl(action)) return redirectTo(context, signInPath(context, action))
  return emailPage(context, { email: '', next, action: toSignedAction(context, action) })
}

/** Tells a script where to sign in; the action, which must be allowed in a URL, runs afterwards. */
export const requireSignInFromScript = (context: PortalContext, action: PendingAction): PortalResponse =>
  jsonResponse({ signIn: `${context.base}${signInPath(context, action)}` }, 401)

const signInPath = (context: PortalContext, action: PendingAction): string =>
  `/sign-in?${new URLSearchParams([['then', signAction(context, action)]])}`

const toSignedAction = (context: PortalContext, action: PendingAction): SignedAction => ({
  action,
  signed: signAction(context, action),
})

/** Returns the action in a form field or a URL; null for anything that we did not sign. */
export function parseSignedAction(context: PortalContext, text: string | null): SignedAction | null {
  const action = text ? verifyAction(context, text) : null
  return action && { action, signed: text! }
}
