import type { Role } from '../../authorization.ts'
import type { ApiScope } from './scopes.ts'

/**
 * A resource that a credential is valid for: the REST API, or the MCP server, which calls the same operations (RFC
 * 8707).
 */
export const apiResources = ['api', 'mcp'] as const
export type ApiResource = (typeof apiResources)[number]

/** The workspace and permissions of an API key, or of an access token of an app. */
export interface Credential {
  type: 'key' | 'app'
  /**
   * The id of the key, or of the app's authorization. Rate limits use it, so that refreshing a token does not reset the
   * limit.
   */
  id: string
  workspaceId: string
  scopes: ReadonlySet<ApiScope>
  /** The resources that the credential is valid for. A key is valid for all. */
  resources: ReadonlySet<ApiResource>
  /** Epoch milliseconds. Null means that the key does not expire. */
  expiresAt: number | null
  /** The member who authorized the app, whose current role limits what it may do; null for a key. */
  member: { id: string; role: Role } | null
}

/**
 * Looks up a bearer token that was sent to a resource: synchronously if cached. Returns null for an unknown, expired or
 * revoked one, and for one that is not valid for the resource.
 */
export type Authenticate = (token: string, resource: ApiResource) => Credential | null | Promise<Credential | null>
