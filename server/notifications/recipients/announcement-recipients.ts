import { type RawBuilder, sql } from 'kysely'
import { isAdmitted } from '../../customers/sign-in/access.ts'
import type { Scope } from '../../platform/scope.ts'

/** Who would hear of an entry that is published now. */
export interface Audience {
  /** Customers that a message goes to. */
  mailed: number
  /** Those who want no news or no mail at all, or whose mail server has refused for good. */
  silent: number
  /** Those who are known by an external id alone. */
  withoutAddress: number
}

/**
 * Whether entries are told to this customer, or would be if they wanted. Who has only signed in has asked for nothing, and
 * who subscribed while the portal was public hears nothing of what stands in a private one.
 */
export const isAddressed = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.is_tracked`)}
    or (${sql.ref(`${customer}.hears_changelog`)} is not null and ${isAdmitted(customer)}))`

/** Whether somebody wants no news or no mail at all, or their mail server has refused for good. */
export const isSilent = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.hears_changelog`)} is false
    or ${sql.ref(`${customer}.mail_opted_out_at`)} is not null or ${sql.ref(`${customer}.mail_stopped_at`)} is not null)`

/** Counts by the rule that `list-recipients.ts` lists by. */
export async function audienceOf({ db, workspaceId }: Scope): Promise<Audience> {
  const { rows } = await sql<Audience>`
    select count(*) filter (where c.email is not null and not ${isSilent('c')}) as mailed,
      count(*) filter (where c.email is not null and ${isSilent('c')}) as silent,
      count(*) filter (where c.email is null) as "withoutAddress"
    from customers c where c.workspace_id = ${workspaceId} and ${isAddressed('c')}`.execute(db)
  return rows[0]!
}
