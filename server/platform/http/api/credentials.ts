import type { ApiScope } from './scopes.ts'

/** What an API key stands for. */
export interface Credential {
  keyId: string
  workspaceId: string
  scopes: ReadonlySet<ApiScope>
  /** Epoch milliseconds; null does not expire. */
  expiresAt: number | null
}

/** Tells which credential a bearer token is, at once when it is known; null when it is none, or expired, or revoked. */
export type Authenticate = (token: string) => Credential | null | Promise<Credential | null>
