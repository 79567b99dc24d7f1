import { type ApiScope, apiScopes } from '../api/scopes.ts'

const scopeSummaries: Record<ApiScope, string> = {
  'feedback:read': 'List and search requests and their public comments',
  'feedback:write': 'Create and change requests, and vote on behalf of customers',
  'comments:write': 'Comment on requests and changelog entries',
  'roadmap:read': 'List roadmap items',
  'roadmap:write': 'Create and move roadmap items, and send requests to the issue tracker',
  'changelog:read': 'List changelog entries and tags, including drafts',
  'changelog:write': 'Write, schedule, publish and delete changelog entries',
  'workspace:read': 'Read plan, limits and counts of the workspace',
  'events:read': 'List what has changed',
  'webhooks:read': 'List webhooks and their deliveries',
  'webhooks:write': 'Manage webhooks',
  'boards:read': 'List boards, including private ones',
  'boards:write': 'Manage boards',
  'customers:read': 'List customers with their email addresses',
  'customers:write': 'Create, change and delete customers and companies',
}

/** The ways to authenticate: an API key of the workspace, or an access token that a member has allowed an app. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'heed_sk_…',
    description: `An API key of the workspace. Scopes: ${apiScopes.map((name) => `\`${name}\``).join(', ')}.`,
  },
  oauth2: {
    type: 'oauth2',
    description:
      'An app acts for a member in one workspace (OAuth 2.1, authorization code with PKCE). Metadata: `/.well-known/oauth-authorization-server`.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: Object.fromEntries(apiScopes.map((scope) => [scope, scopeSummaries[scope]])),
      },
    },
  },
}
