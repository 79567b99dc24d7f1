import { problem } from '../../platform/problems.ts'
import { bearerToken } from '../http/bearer.ts'
import type { PortalContext } from '../http/context.ts'
import { isAllowedOrigin } from '../http/cors.ts'
import { verifyWidgetToken } from '../settings/widget-token.ts'

/** Requires an origin that the workspace allows, as every write of the widget does. @throws 403 */
export function requireAllowedOrigin({ workspace, origin }: PortalContext): void {
  if (isAllowedOrigin(workspace, origin)) return
  const subject = origin === null ? 'A request without an Origin header' : origin
  throw problem('forbidden', `${subject} is not an allowed origin of this workspace’s widget.`)
}

/** Requires the workspace's current widget token. @throws 401 */
export function requireWidgetToken({ deps, workspace, header }: PortalContext): void {
  const token = verifyWidgetToken(deps.widgetTokenSigner, bearerToken(header('authorization')) ?? '')
  if (token?.workspaceId === workspace.id && token.generation === workspace.widgetGeneration) return
  throw problem('unauthorized', 'Send the workspace’s current widget token: Authorization: Bearer heed_wt_…', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Requires a viewer if the portal is private. @throws 401 */
export function requireReadAccess({ workspace, viewer }: PortalContext): void {
  if (workspace.access === 'public' || viewer !== null) return
  throw problem('unauthorized', 'This portal is private. Send a session token: Authorization: Bearer <token>.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}
