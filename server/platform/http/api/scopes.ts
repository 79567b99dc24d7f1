/** The permissions an API key can have (specification, Authentication; the later ones since the platform's contract). */
export const apiScopes = [
  'feedback:read',
  'feedback:write',
  'comments:write',
  'roadmap:read',
  'roadmap:write',
  'changelog:read',
  'changelog:write',
  'workspace:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'boards:read',
  'boards:write',
  'customers:read',
  'customers:write',
] as const

export type ApiScope = (typeof apiScopes)[number]
