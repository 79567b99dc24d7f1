import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** Who would hear of an entry that is published now. */
export interface Audience {
  /** Customers that a message goes to. */
  mailed: number
  /** Those who have opted out, or whose mail server has refused for good. */
  silent: number
  /** Those who are known by an external id alone. */
  withoutAddress: number
}

/** Counts by the rule that `list-recipients.ts` lists by. */
export async function audienceOf({ db, workspaceId }: Scope): Promise<Audience> {
  const isSilent = sql`mail_opted_out_at is not null or mail_stopped_at is not null`
  const { rows } = await sql<Audience>`
    select count(*) filter (where email is not null and not (${isSilent})) as mailed,
      count(*) filter (where email is not null and (${isSilent})) as silent,
      count(*) filter (where email is null) as "withoutAddress"
    from customers where workspace_id = ${workspaceId}`.execute(db)
  return rows[0]!
}
