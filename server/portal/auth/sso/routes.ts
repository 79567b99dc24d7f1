import { localPath } from '../../../platform/http/request/redirect-path.ts'
import { type Answer, data, goTo } from '../../http/response.ts'
import { preflight } from '../../http/cors.ts'
import { type PortalRoute, post, type Sent } from '../../http/route.ts'
import { goodSecrets } from '../../settings/sso-secrets.ts'
import { enter } from '../start-session.ts'
import type { Visit } from '../../http/context.ts'
import { arrive } from './sign-in.ts'
import { readToken, refused } from './token.ts'

export const identifyRoutes: PortalRoute[] = [
  post('/identify', { isOpen: true, isFromAnywhere: true }, identify),
  preflight('/identify'),
]

// A page of the product asks anew whenever it is opened.
const scriptSessionDays = 1

/**
 * Somebody arrives from the workspace's own product. A form leads on into the portal; a script gets the session's token,
 * for pages of other sites, where cookies do not go.
 */
async function identify(visit: Visit, { form, json }: Sent): Promise<Answer> {
  const { portal, workspace, scope, clientAddress } = visit
  const isForScript = json !== undefined
  const token = isForScript ? (json as { token?: unknown } | null)?.token : form.get('token')
  if (typeof token !== 'string' || token === '') throw refused('A token is required, as the member or field "token".')
  await portal.attempts.countArrival(clientAddress)
  const secrets = await goodSecrets(scope, portal.vault)
  const claims = await readToken(token, { secrets, audience: `heed:${workspace.slug}`, now: scope.now })
  const days = isForScript ? scriptSessionDays : undefined
  const { viewer, headers, token: sessionToken } = await enter(visit, (tx) => arrive(tx, claims), days)
  if (!isForScript) return { ...goTo(visit, localPath(String(form.get('next') ?? '/'))), headers }
  const { name, email } = viewer
  return { ...data({ data: { customer: { name, email }, sessionToken } }), headers }
}
