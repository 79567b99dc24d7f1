import { grantableScopes } from '../apps/grantable-scopes.ts'
import { hashToken } from '../apps/tokens/format.ts'
import type { Role } from '../platform/authorization.ts'
import type { Database } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { ApiResource, Credential } from '../platform/http/api/credentials.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'

/**
 * Finds the credential of an app's access token, if its authorization has not ended and the member who gave it is still
 * in the team. Its scopes are at most what the member's role can grant now.
 */
export async function findAccessToken({ db }: Pick<Database, 'db'>, token: string): Promise<Credential | null> {
  const [row] = await selectActiveToken(db, { hash: hashToken(token) })
  if (!row) return null
  const role = row.role as Role
  const grantable = new Set<string>(grantableScopes(role))
  return {
    type: 'app',
    id: row.authorization_id,
    workspaceId: row.workspace_id,
    scopes: new Set(row.scopes.filter((scope) => grantable.has(scope)) as ApiScope[]),
    resources: new Set(row.resources as ApiResource[]),
    expiresAt: Date.parse(row.expires_at),
    member: { id: row.member_id, role },
  }
}

const selectActiveToken = prepared((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('app_tokens as t')
    .innerJoin('app_authorizations as a', (join) =>
      join.onRef('a.workspace_id', '=', 't.workspace_id').onRef('a.id', '=', 't.authorization_id'),
    )
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'a.workspace_id').onRef('m.id', '=', 'a.member_id'),
    )
    .select([
      't.workspace_id',
      't.authorization_id',
      't.scopes',
      't.resources',
      't.expires_at',
      'm.id as member_id',
      'm.role',
    ])
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'access')
    .where('a.ended_at', 'is', null),
)
