import { safeRedirectPath } from '../../../platform/http/request/redirect-path.ts'
import type { PortalContext } from '../../http/context.ts'
import { preflightRoute } from '../../http/cors.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../../http/route.ts'
import { loadActiveSsoSecrets } from '../../settings/sso-secrets.ts'
import { startSession } from '../start-session.ts'
import { signInWithSsoToken } from './sign-in.ts'
import { ssoTokenError, verifySsoToken } from './token.ts'

export const ssoRoutes: PortalRoute[] = [
  post('/identify', { isSignInOptional: true, isCrossOrigin: true }, signInWithSso),
  preflightRoute('/identify'),
]

// A page of the product asks anew whenever it is opened.
const scriptSessionDays = 1

/**
 * Somebody arrives from the workspace's own product. A form leads on into the portal; a script gets the session's token,
 * for pages of other sites, where cookies do not go.
 */
async function signInWithSso(visit: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const { services: portal, workspace, scope, clientAddress } = visit
  const isForScript = json !== undefined
  const token = isForScript ? (json as { token?: unknown } | null)?.token : form.get('token')
  if (typeof token !== 'string' || token === '')
    throw ssoTokenError('A token is required, as the member or field "token".')
  await portal.signInLimits.consumeSsoSignIn(clientAddress)
  const secrets = await loadActiveSsoSecrets(scope, portal.vault)
  const claims = await verifySsoToken(token, { secrets, audience: `heed:${workspace.slug}`, now: scope.now })
  const days = isForScript ? scriptSessionDays : undefined
  const {
    viewer,
    headers,
    token: sessionToken,
  } = await startSession(visit, (tx) => signInWithSsoToken(tx, claims), days)
  if (!isForScript) return { ...redirectTo(visit, safeRedirectPath(String(form.get('next') ?? '/'))), headers }
  const { name, email } = viewer
  return { ...jsonResponse({ data: { customer: { name, email }, sessionToken } }), headers }
}
