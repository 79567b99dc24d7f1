import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/**
 * Matches customers the workspace knows: they have taken part, its product has identified them, or they are on the
 * team. Visitors who only signed in or subscribed do not match. This rule alone decides who can sign in to a private
 * portal, stay signed in, and get email about its content.
 * @param customer the table alias in the statement
 */
export const isKnownCustomer = (customer: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  return sql<boolean>`(${of('is_tracked')} or ${of('external_id')} is not null
    or ${isTeamEmail(of('workspace_id'), of('email'))})`
}

/** Matches customers who can read the portal: all of them while it is public. @param customer the table alias */
export const canReadPortal = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${isKnownCustomer(customer)} or exists (select from workspaces
    where workspaces.workspace_id = ${sql.ref(`${customer}.workspace_id`)} and workspaces.portal_access = 'public'))`

const isTeamEmail = (workspaceId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from members
    where members.workspace_id = ${workspaceId} and lower(members.email) = lower(${email}))`

/** Returns whether the owner of an address can sign in to the portal. They need not be a customer yet. */
export async function canSignIn({ db, workspaceId }: Scope, email: string): Promise<boolean> {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select w.portal_access = 'public' or ${isTeamEmail(sql.ref('w.workspace_id'), sql`${email}`)}
      or exists (select from customers c
        where c.workspace_id = w.workspace_id and lower(c.email) = lower(${email}) and ${isKnownCustomer('c')}) as "isAllowed"
    from workspaces w where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]?.isAllowed ?? false
}
