import type { WriteScope } from '../../platform/scope.ts'
import type { PortalContext, Viewer } from '../http/context.ts'
import {
  createCustomerSession,
  endCustomerSession,
  endSessionByToken,
  loadViewer,
  sessionCookieHeader,
} from './session.ts'

export interface StartedSession {
  viewer: Viewer
  /** The session's token, for a script that keeps it itself. */
  token: string
  /** Has the browser keep it. */
  headers: Record<string, string>
}

/**
 * Opens a session for a customer, and ends the one that the browser had, whosever it was: nothing from before signing in
 * goes on after it. That is also so where its cookie says nothing of who asks (`isCrossOrigin`). A form that comes from
 * another site than the portal's comes without the cookie (`SameSite`): that session nobody has any more, and it lapses.
 * @param welcome finds the customer, in the same transaction. @param days how long it lasts
 */
export async function startSession(
  visit: PortalContext,
  welcome: (tx: WriteScope) => Promise<string>,
  days?: number,
): Promise<StartedSession> {
  const token = await visit.write(async (tx) => {
    const customerId = await welcome(tx)
    await endSessionByToken(tx, visit.cookieToken)
    if (visit.viewer) await endCustomerSession(tx, visit.viewer.sessionId)
    return createCustomerSession(tx, customerId, days)
  })
  const viewer = await loadViewer(visit.scope, token)
  return { viewer, token, headers: { 'set-cookie': sessionCookieHeader(token, visit, days) } }
}
