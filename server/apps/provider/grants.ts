import { sql } from 'kysely'
import type { AdapterPayload } from 'oidc-provider'
import type { ApiResource } from '../../platform/http/api/credentials.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { endAuthorizations } from '../end.ts'
import { resourceIndicator } from '../resources.ts'
import type { ProviderContext, ProviderDeps } from './provider-context.ts'

// The library requires an expiry, which authorizations do not have.
const grantSeconds = 86_400

/** Finds the authorization that a code or token belongs to, as the library's grant, if its member is still in the team. */
export async function findGrant(
  { database: { db }, settings: { publicUrl } }: ProviderDeps,
  id: string,
): Promise<AdapterPayload | undefined> {
  const row = await db
    .selectFrom('app_authorizations as a')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'a.workspace_id').onRef('m.id', '=', 'a.member_id'),
    )
    .select(['a.client_id', 'a.scopes', 'a.resources', 'm.account_id'])
    .where('a.id', '=', id)
    .where('a.ended_at', 'is', null)
    .where('m.account_id', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const now = Math.floor(Date.now() / 1_000)
  return {
    kind: 'Grant',
    jti: id,
    accountId: row.account_id!,
    clientId: row.client_id,
    // Some apps request a resource with a trailing slash.
    resources: Object.fromEntries(
      row.resources
        .map((resource) => resourceIndicator(publicUrl, resource as ApiResource))
        .flatMap((indicator) => [indicator, `${indicator}/`].map((each) => [each, row.scopes.join(' ')])),
    ),
    iat: now,
    exp: now + grantSeconds,
  }
}

/** Ends an authorization that the library revokes: the app asked for it, or a code or refresh token was used twice. */
export async function revokeGrant(deps: ProviderDeps, { current }: ProviderContext, id: string): Promise<void> {
  const reason = current().oidc.route === 'revocation' ? 'app' : 'reuse'
  const row = await deps.database.db
    .selectFrom('app_authorizations')
    .select('workspace_id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  await writeAsSystem(deps, row.workspace_id, (tx) => {
    const actor = reason === 'app' ? { type: 'app' as const, id } : tx.actor
    return endAuthorizations({ ...tx, actor }, sql`id = ${id}::uuid`, reason)
  })
}
