import type { ApiResource } from '../platform/http/api/credentials.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { resourceIndicator } from './resources.ts'

/** The paths of the authorization server. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
} as const

interface MetadataSettings {
  publicUrl: string
  oauthDynamicRegistration: boolean
}

/** Describes the authorization server (RFC 8414). */
export const authorizationServerMetadata = ({ publicUrl, oauthDynamicRegistration }: MetadataSettings) => ({
  issuer: publicUrl,
  authorization_endpoint: publicUrl + oauthPaths.authorization,
  token_endpoint: publicUrl + oauthPaths.token,
  revocation_endpoint: publicUrl + oauthPaths.revocation,
  ...(oauthDynamicRegistration && { registration_endpoint: publicUrl + oauthPaths.registration }),
  scopes_supported: apiScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [resourceIndicator(publicUrl, 'api'), resourceIndicator(publicUrl, 'mcp')],
  service_documentation: `${publicUrl}/docs/`,
})

/**
 * The scopes that the MCP server suggests. An assistant asks for all of them, unless its user configures others, so
 * they exclude customers' email addresses and everything that only owners and admins manage.
 */
const assistantScopes: readonly ApiScope[] = apiScopes.filter(
  (scope) => !/^(customers|webhooks):|^boards:write$/.test(scope),
)

/** Describes a protected resource (RFC 9728). */
export const protectedResourceMetadata = ({ publicUrl }: MetadataSettings, resource: ApiResource) => ({
  resource: resourceIndicator(publicUrl, resource),
  resource_name: resource === 'api' ? 'Heed API' : 'Heed MCP server',
  authorization_servers: [publicUrl],
  scopes_supported: resource === 'api' ? apiScopes : assistantScopes,
  bearer_methods_supported: ['header'],
  resource_documentation: `${publicUrl}/docs/`,
})
