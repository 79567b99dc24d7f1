import type { ApiScope } from './scopes.ts'

/** The workspace and permissions of an API key. */
export interface Credential {
  keyId: string
  workspaceId: string
  scopes: ReadonlySet<ApiScope>
  /** Epoch milliseconds. Null means that the key does not expire. */
  expiresAt: number | null
}

/** Looks up a bearer token: synchronously if cached. Returns null for an unknown, expired or revoked one. */
export type Authenticate = (token: string) => Credential | null | Promise<Credential | null>
