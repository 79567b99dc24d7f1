import type { PortalContext } from '../../http/context.ts'
import { preflightRoute } from '../../http/cors.ts'
import { nextPath } from '../../http/next-path.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../../http/route.ts'
import { loadActiveSsoSecrets } from '../../settings/active-sso-secrets.ts'
import { startSession } from '../start-session.ts'
import { signInWithSsoToken } from './sign-in.ts'
import { ssoTokenError, verifySsoToken } from './token.ts'

export const ssoRoutes: PortalRoute[] = [
  post('/identify', { isSignInOptional: true, isCrossOrigin: true }, signInWithSso),
  preflightRoute('/identify'),
]

// A page of the product signs in again whenever it is loaded.
const scriptSessionDays = 1

/**
 * Signs in a customer who comes from the workspace's product. A form is redirected into the portal; a script gets the
 * session token, because browsers send no cookie from pages of other sites.
 */
async function signInWithSso(context: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  const { deps, workspace, scope, clientAddress } = context
  const isForScript = json !== undefined
  const token = isForScript ? (json as { token?: unknown } | null)?.token : form.get('token')
  if (typeof token !== 'string' || token === '')
    throw ssoTokenError('A token is required, as the member or field "token".')
  await deps.signInLimits.consumeSsoSignIn(clientAddress)
  const secrets = await loadActiveSsoSecrets(scope, deps.vault)
  const claims = await verifySsoToken(token, { secrets, audience: `heed:${workspace.slug}`, now: scope.now })
  const days = isForScript ? scriptSessionDays : undefined
  const session = await startSession(context, (tx) => signInWithSsoToken(tx, claims), days)
  const { headers, viewer } = session
  if (!isForScript) return { ...redirectTo(context, nextPath(context, form.get('next'))), headers }
  const customer = { name: viewer.name, email: viewer.email }
  return { ...jsonResponse({ data: { customer, sessionToken: session.token } }), headers }
}
