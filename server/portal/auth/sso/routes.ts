import type { PortalContext } from '../../http/context.ts'
import { isAllowedOrigin, preflightRoute } from '../../http/cors.ts'
import { nextPath } from '../../http/next-path.ts'
import { jsonResponse, type PortalResponse, redirectTo } from '../../http/response.ts'
import { type PortalRoute, post, type RequestBody } from '../../http/route.ts'
import { loadActiveSsoSecrets } from '../../settings/active-sso-secrets.ts'
import { hashSessionToken, isSessionOf } from '../session.ts'
import { type StartedSession, startSession } from '../start-session.ts'
import { confirmIdentityPage } from './confirm-page.ts'
import { signInWithSsoToken } from './sign-in.ts'
import { ssoTokenError, type VerifiedSsoToken, verifySsoToken } from './token.ts'

export const ssoRoutes: PortalRoute[] = [
  post('/identify', { isSignInOptional: true, isCrossOrigin: true }, identify),
  preflightRoute('/identify'),
  // Not cross-origin: only the page that asks can send this form.
  post('/identify/confirm', { isSignInOptional: true }, confirmIdentity),
]

// A page of the product signs in again whenever it is loaded.
const scriptSessionDays = 1

/**
 * Signs in a customer who comes from the workspace's product. A form is redirected into the portal; a script gets the
 * session token, because browsers send no cookie from pages of other sites. Anyone with a token of their own could send
 * the form from any site and sign a visitor in as another customer (login CSRF), so a form is confirmed first unless it
 * comes from a listed origin and replaces no session of another customer.
 */
async function identify(context: PortalContext, { form, json }: RequestBody): Promise<PortalResponse> {
  if (json !== undefined) {
    const verified = await verify(context, (json as { token?: unknown } | null)?.token)
    const { viewer, token, cookie } = await signIn(context, verified, scriptSessionDays)
    const customer = { name: viewer.name, email: viewer.email }
    return { ...jsonResponse({ data: { customer, sessionToken: token } }), headers: { 'set-cookie': cookie } }
  }
  const verified = await verify(context, form.get('token'))
  const isTrusted =
    isAllowedOrigin(context.workspace, context.origin) && !(await isOthersSession(context, verified.claims.sub))
  return isTrusted
    ? enterPortal(context, verified, form)
    : confirmIdentityPage(context, {
        claims: verified.claims,
        token: String(form.get('token')),
        next: nextOf(context, form),
      })
}

async function confirmIdentity(context: PortalContext, { form }: RequestBody): Promise<PortalResponse> {
  return enterPortal(context, await verify(context, form.get('token')), form)
}

async function enterPortal(
  context: PortalContext,
  verified: VerifiedSsoToken,
  form: RequestBody['form'],
): Promise<PortalResponse> {
  const { cookie } = await signIn(context, verified)
  return { ...redirectTo(context, nextOf(context, form)), headers: { 'set-cookie': cookie } }
}

const nextOf = (context: PortalContext, form: RequestBody['form']): string => nextPath(context, form.get('next'))

async function verify(context: PortalContext, token: unknown): Promise<VerifiedSsoToken> {
  const { deps, workspace, scope, clientAddress } = context
  if (typeof token !== 'string' || token === '')
    throw ssoTokenError('A token is required, as the member or field "token".')
  await deps.signInLimits.consumeSsoSignIn(clientAddress)
  const secrets = await loadActiveSsoSecrets(scope, deps.vault)
  return verifySsoToken(token, { secrets, audience: `heed:${workspace.slug}`, now: scope.now })
}

function signIn(context: PortalContext, verified: VerifiedSsoToken, days?: number): Promise<StartedSession> {
  const caps = context.deps.settings.trackedCustomerCaps
  return startSession(context, (tx) => signInWithSsoToken(tx, verified, caps), days, {
    beganBy: 'sso',
    secretId: verified.secret.id,
    secretExpiresAt: verified.secret.expiresAt,
  })
}

/** Returns whether the browser is signed in as a customer other than the one with this external id. */
async function isOthersSession({ scope, cookieToken }: PortalContext, externalId: string): Promise<boolean> {
  const hash = hashSessionToken(cookieToken)
  return hash !== null && (await isSessionOf(scope, hash, externalId)) === false
}
