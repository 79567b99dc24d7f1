import type { Tables } from '../../../tables.ts'

/**
 * Where the rows of a table are on a distributed database: `distributed` by workspace, copied to every node (`reference`),
 * or on the coordinator only (`local`).
 */
export type Placement = 'distributed' | 'reference' | 'local'

const lookedUpByHash = 'is looked up by a hash or id without the workspace'
const keyOfAccounts = 'belongs to a person, who can be a member of several workspaces'

/**
 * The tables that every node has a copy of, and why. Other tables that begin with `workspace_id` are distributed by it.
 */
export const referenceTables = {
  accounts: keyOfAccounts,
  account_credentials: keyOfAccounts,
  account_links: keyOfAccounts,
  account_sessions: keyOfAccounts,
  account_totp: keyOfAccounts,
  workspaces: 'is looked up by slug and host, which are unique across workspaces',
  members: 'is read by account, across workspaces, when a person signs in',
  invitations: lookedUpByHash,
  api_keys: lookedUpByHash,
  app_registrations: lookedUpByHash,
  app_authorizations: lookedUpByHash,
  app_tokens: lookedUpByHash,
} satisfies Partial<Record<keyof Tables, string>>

/**
 * The unique indexes that do not contain the workspace, by name, and why a distributed database can do without their
 * uniqueness.
 */
export const plainWhenDistributed: Record<string, string> = {
  tracker_connections_webhook: 'ids are random, and the index is for the calls of webhooks',
}

/**
 * The tables that only the coordinator has, and why. No statement joins them with others, and no foreign key refers to
 * them.
 */
export const localTables = {
  account_challenges: 'holds short-lived values of the authentication library',
  account_codes: 'holds codes for a few minutes',
  account_oauth_artifacts: 'holds short-lived values of the authorization server',
  rate_limit_windows: 'is unlogged and written by every request',
  schema_migrations: 'belongs to the database, not to a workspace',
} satisfies Partial<Record<keyof Tables, string>>

/**
 * Returns the placement of a table.
 * @param leadingColumn its first column
 * @throws for a table that neither begins with `workspace_id` nor is listed above
 */
export function placementOf(table: string, leadingColumn: string): Placement {
  if (table in referenceTables) return 'reference'
  if (table in localTables) return 'local'
  if (leadingColumn === 'workspace_id') return 'distributed'
  throw new DistributionError(
    `The first column of ${table} is not workspace_id, and the table is not in the list of placements.`,
  )
}

/** Tells the operator why a database cannot be distributed. */
export class DistributionError extends Error {}
