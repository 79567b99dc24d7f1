import type { WriteScope } from '../../platform/scope.ts'
import { endSession, endSessionOf, keepSession, openSession, readViewer } from './session.ts'
import type { Viewer, Visit } from '../http/context.ts'

export interface Entered {
  viewer: Viewer
  /** The session's token, for a script that keeps it itself. */
  token: string
  /** Has the browser keep it. */
  headers: Record<string, string>
}

/**
 * Opens a session for a customer, and ends the one that the browser had, whosever it was: nothing from before signing in
 * goes on after it. That is also so where its cookie says nothing of who asks (`isFromAnywhere`). A form that comes from
 * another site than the portal's comes without the cookie (`SameSite`): that session nobody has any more, and it lapses.
 * @param welcome finds the customer, in the same transaction. @param days how long it lasts
 */
export async function enter(
  visit: Visit,
  welcome: (tx: WriteScope) => Promise<string>,
  days?: number,
): Promise<Entered> {
  const token = await visit.write(async (tx) => {
    const customerId = await welcome(tx)
    await endSessionOf(tx, visit.kept)
    if (visit.viewer) await endSession(tx, visit.viewer.sessionId)
    return openSession(tx, customerId, days)
  })
  const viewer = await readViewer(visit.scope, token)
  return { viewer, token, headers: { 'set-cookie': keepSession(token, visit, days) } }
}
