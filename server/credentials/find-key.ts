import { hashApiKey } from '../api-keys/format.ts'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { apiResources, type Credential } from '../platform/http/api/credentials.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'

const resources = new Set(apiResources)

/** Finds the credential of an API key that has not been revoked. */
export async function findKey({ db }: Pick<Database, 'db'>, token: string): Promise<Credential | null> {
  const [row] = await selectActiveKey(db, { hash: hashApiKey(token) })
  if (!row) return null
  return {
    type: 'key',
    id: row.id,
    workspaceId: row.workspace_id,
    scopes: new Set(row.scopes as ApiScope[]),
    resources,
    expiresAt: row.expires_at === null ? null : Date.parse(row.expires_at),
    member: null,
  }
}

const selectActiveKey = prepared((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'workspace_id', 'scopes', 'expires_at'])
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
)
