import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/**
 * Matches customers who may read the portal while it is private (ADR 0023): the product has named them in a signed
 * token, the team has added them or is on the team itself, or the workspace lists their address or its domain. A
 * submitter of the API alone does not match, since a public form may use the API. This rule alone decides who can sign
 * in to a private portal and stay signed in. Email about its content goes to them, and to customers whom the workspace
 * itself brought.
 * @param customer the table alias in the statement
 */
export const canReadPrivatePortal = (customer: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  return sql<boolean>`(${of('is_admitted')} or ${isListed(of('workspace_id'), of('email'))}
    or ${isTeamEmail(of('workspace_id'), of('email'))})`
}

/** Matches customers who can read the portal: all of them while it is public. @param customer the table alias */
export const canReadPortal = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${canReadPrivatePortal(customer)} or exists (select from workspaces
    where workspaces.workspace_id = ${sql.ref(`${customer}.workspace_id`)} and workspaces.portal_access = 'public'))`

/** Matches addresses that the workspace lists for its private portal, itself or by domain. Subdomains do not count. */
const isListed = (workspaceId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from workspaces listing where listing.workspace_id = ${workspaceId}
    and (lower(${email}) = any(listing.portal_allowed_emails)
      or substring(lower(${email}) from '@([^@]*)$') = any(listing.portal_allowed_domains)))`

const isTeamEmail = (workspaceId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from members
    where members.workspace_id = ${workspaceId} and lower(members.email) = lower(${email})
      and not members.awaits_invitation)`

/** Returns whether the owner of an address can sign in to the portal. They need not be a customer yet. */
export async function canSignIn({ db, workspaceId }: Scope, email: string): Promise<boolean> {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select w.portal_access = 'public' or ${isTeamEmail(sql.ref('w.workspace_id'), sql`${email}::text`)}
      or ${isListed(sql.ref('w.workspace_id'), sql`${email}::text`)}
      or exists (select from customers c
        where c.workspace_id = w.workspace_id and lower(c.email) = lower(${email}) and c.is_admitted) as "isAllowed"
    from workspaces w where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]?.isAllowed ?? false
}
