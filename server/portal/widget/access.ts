import { problem } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import { isAllowedOrigin } from '../http/cors.ts'
import { verifyWidgetToken } from '../settings/widget-token.ts'

/** What the script of a workspace's own pages may change anything from. @throws 403 for every other origin */
export function requireAllowedOrigin({ workspace, origin }: PortalContext): void {
  if (isAllowedOrigin(workspace, origin)) return
  const what = origin === null ? 'A request without Origin' : origin
  throw problem('forbidden', `${what} is not among the origins that this workspace’s widget may be used from.`)
}

const bearer = /^Bearer +(\S+)$/i

/** The workspace's own token, and the latest. @throws 401 */
export function requireWidgetToken({ services: portal, workspace, header }: PortalContext): void {
  const said = verifyWidgetToken(portal.widgetTokenSigner, bearer.exec(header('authorization') ?? '')?.[1] ?? '')
  if (said?.workspaceId === workspace.id && said.generation === workspace.widgetGeneration) return
  throw problem('unauthorized', 'Authorization must be Bearer and the widget token of this workspace, the latest.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** What the portal shows to those alone who are signed in, is here for them alone too. @throws 401 */
export function requireReadAccess({ workspace, viewer }: PortalContext): void {
  if (workspace.access === 'public' || viewer !== null) return
  throw problem('unauthorized', 'This portal is for people who are signed in. Send the token of a session.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
