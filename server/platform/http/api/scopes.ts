/** The permissions an API key can have (specification, Authentication). */
export const apiScopes = [
  'feedback:read',
  'feedback:write',
  'comments:write',
  'roadmap:read',
  'roadmap:write',
  'changelog:read',
  'changelog:write',
  'workspace:read',
] as const

export type ApiScope = (typeof apiScopes)[number]
