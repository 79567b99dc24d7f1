import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/**
 * Whether the workspace knows a customer as its own: they have taken part, its product has sent them, or they are of its
 * team. Who has done no more than to sign in or to subscribe is a stranger. The one rule for who comes in to a portal that
 * is private, who stays in, and who hears of what stands there.
 * @param customer the alias of the table in the statement.
 */
export const isKnownCustomer = (customer: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  return sql<boolean>`(${of('is_tracked')} or ${of('external_id')} is not null
    or ${isTeamEmail(of('workspace_id'), of('email'))})`
}

/** Whether a customer may read the portal as it is now: strangers too while everybody does. @param customer as above. */
export const canReadPortal = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${isKnownCustomer(customer)} or exists (select from workspaces
    where workspaces.workspace_id = ${sql.ref(`${customer}.workspace_id`)} and workspaces.portal_access = 'public'))`

const isTeamEmail = (workspaceId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from members
    where members.workspace_id = ${workspaceId} and lower(members.email) = lower(${email}))`

/** Whether the owner of an address may come in, who need not be a customer yet. */
export async function canSignIn({ db, workspaceId }: Scope, email: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select w.portal_access = 'public' or ${isTeamEmail(sql.ref('w.workspace_id'), sql`${email}`)}
      or exists (select from customers c
        where c.workspace_id = w.workspace_id and lower(c.email) = lower(${email}) and ${isKnownCustomer('c')}) as may
    from workspaces w where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]?.may ?? false
}
