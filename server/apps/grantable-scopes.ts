import { type Role, roles } from '../platform/authorization.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'

/**
 * The lowest role that can grant a scope to an app: the role that can do the same in the console. Webhooks send the
 * workspace's data to other systems, and boards are settings, so only owners and admins manage them.
 */
const lowestRole: Record<ApiScope, Role> = {
  'feedback:read': 'member',
  'feedback:write': 'member',
  'comments:write': 'member',
  'roadmap:read': 'member',
  'roadmap:write': 'member',
  'changelog:read': 'member',
  'changelog:write': 'member',
  'workspace:read': 'member',
  'events:read': 'member',
  'boards:read': 'member',
  'customers:read': 'member',
  'customers:write': 'member',
  'boards:write': 'admin',
  'webhooks:read': 'admin',
  'webhooks:write': 'admin',
}

/** Lists the scopes that a member with this role can grant to an app, in the order of all scopes. */
export const grantableScopes = (role: Role): ApiScope[] =>
  apiScopes.filter((scope) => roles.indexOf(role) <= roles.indexOf(lowestRole[scope]))
