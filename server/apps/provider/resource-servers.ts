import type { errors, KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import { apiResources } from '../../platform/http/api/credentials.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { resourceIndicator, resourceOfIndicator, resourcesOf } from '../resources.ts'

/** How long an access token works, in seconds. */
export const accessTokenSeconds = 3_600

/**
 * Returns the library's configuration of resources (RFC 8707). Without `resource`, an authorization is for all
 * resources, and a token is valid for all authorized ones. The audience of an access token lists them.
 */
export const resourceIndicators = (publicUrl: string, { InvalidTarget, InvalidScope }: typeof errors) => ({
  enabled: true,
  defaultResource: (_ctx: KoaContextWithOIDC, _client: unknown, oneOf?: string[]) =>
    // The library asks for one of several resources; the audience contains all of them.
    oneOf?.[0] ?? apiResources.map((resource) => resourceIndicator(publicUrl, resource)),
  useGrantedResource: () => true,
  async getResourceServerInfo(ctx: KoaContextWithOIDC, indicator: string): Promise<ResourceServer> {
    const resource = resourceOfIndicator(publicUrl, indicator)
    if (resource === null) throw new InvalidTarget()
    if (ctx.oidc.route === 'authorization' && !hasKnownScope(ctx)) {
      throw new InvalidScope('none of the requested scopes exists', String(ctx.oidc.params?.scope))
    }
    return {
      scope: apiScopes.join(' '),
      audience: audienceOf(ctx, publicUrl, indicator).join(' '),
      accessTokenFormat: 'opaque',
      accessTokenTTL: accessTokenSeconds,
    }
  },
})

const hasKnownScope = ({ oidc: { requestParamScopes } }: KoaContextWithOIDC): boolean =>
  apiScopes.some((scope) => requestParamScopes.has(scope))

function audienceOf({ oidc }: KoaContextWithOIDC, publicUrl: string, indicator: string) {
  const { AuthorizationCode, RotatedRefreshToken, RefreshToken } = oidc.entities
  const granted = (AuthorizationCode ?? RotatedRefreshToken ?? RefreshToken)?.resource
  const isChosen = oidc.body?.resource !== undefined
  return resourcesOf(publicUrl, isChosen || granted === undefined ? [indicator] : [granted].flat())
}
