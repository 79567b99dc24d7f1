import type { WriteScope } from '../../platform/scope.ts'
import type { PortalContext } from '../http/context.ts'
import {
  createCustomerSession,
  endCustomerSession,
  endSessionByToken,
  loadViewer,
  type SessionOrigin,
  sessionCookieHeader,
  type Viewer,
} from './session.ts'

export interface StartedSession {
  viewer: Viewer
  /** The session token, for a script that stores it itself. */
  token: string
  /** The `Set-Cookie` header that stores the token. */
  cookie: string
}

/**
 * Creates a session and ends the browser's previous one, whichever customer's it was, so that nothing from before
 * sign-in carries over; this includes cross-origin routes, which otherwise ignore the cookie. A form posted from
 * another site arrives without the cookie (`SameSite`): that session is replaced in the browser and expires by itself.
 * @param findCustomer runs in the same transaction and returns the customer's id
 * @param days until the session expires @param origin how the visitor proved who they are. Default: with a code
 */
export async function startSession(
  context: PortalContext,
  findCustomer: (tx: WriteScope) => Promise<string>,
  days?: number,
  origin?: SessionOrigin,
): Promise<StartedSession> {
  const token = await context.write(async (tx) => {
    const customerId = await findCustomer(tx)
    await endSessionByToken(tx, context.cookieToken)
    if (context.viewer) await endCustomerSession(tx, context.viewer.sessionId)
    return createCustomerSession(tx, customerId, days, origin)
  })
  const viewer = await loadViewer(context.scope, token)
  return { viewer, token, cookie: sessionCookieHeader(token, context, days) }
}
