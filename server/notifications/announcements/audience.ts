import { type RawBuilder, sql } from 'kysely'
import { OneOf, type Static } from '../../platform/schemas.ts'

/**
 * Who is told about an entry: everyone who gets announcements; those of them who submitted or voted for one of its linked
 * requests; or nobody.
 */
export const Audience = OneOf(['everyone', 'asked', 'nobody'])
export type Audience = Static<typeof Audience>

/** Whether a customer submitted or voted for a request that the entry links to. */
export const hasAsked = (customer: string, entryId: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  return sql<boolean>`exists (select from changelog_entry_feedback l
    where l.workspace_id = ${of('workspace_id')} and l.entry_id = ${entryId} and (
      exists (select from votes v
        where v.workspace_id = l.workspace_id and v.feedback_id = l.feedback_id and v.customer_id = ${of('id')})
      or exists (select from feedback_context x
        where x.workspace_id = l.workspace_id and x.feedback_id = l.feedback_id and x.customer_id = ${of('id')})))`
}

/** Selects the customers who submitted or voted for a request that the entry links to. */
export const selectAsking = (workspaceId: string, entryId: string): RawBuilder<unknown> => sql`
  select v.customer_id from changelog_entry_feedback l
  join votes v on v.workspace_id = l.workspace_id and v.feedback_id = l.feedback_id
  where l.workspace_id = ${workspaceId} and l.entry_id = ${entryId}
  union select x.customer_id from changelog_entry_feedback l
  join feedback_context x on x.workspace_id = l.workspace_id and x.feedback_id = l.feedback_id
  where l.workspace_id = ${workspaceId} and l.entry_id = ${entryId} and x.customer_id is not null`
