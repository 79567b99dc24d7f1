import { type RawBuilder, sql } from 'kysely'
import { Type } from '../../platform/schemas.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Who is told about an entry: everyone who gets announcements; those of them who submitted or voted for one of its linked
 * requests (`asked`), for an approved request on a board, or for one with a tag; or nobody.
 */
export type Audience = 'everyone' | 'asked' | 'nobody' | `${'board' | 'tag'}:${string}`
export const Audience = Type.Unsafe<Audience>({
  type: 'string',
  pattern: `^(everyone|asked|nobody|(board|tag):${uuid})$`,
})

/** Returns the columns that store an audience. */
export function toAudienceColumns(audience: Audience) {
  const [kind, id = null] = audience.split(':') as ['everyone' | 'asked' | 'nobody' | 'board' | 'tag', string?]
  return { audience: kind, audience_id: id }
}

/** Returns the audience that the columns store. */
export const fromAudienceColumns = (kind: string, id: string | null): Audience =>
  (id === null ? kind : `${kind}:${id}`) as Audience

/**
 * Whether a customer belongs to the audience that an announcement or a count names.
 * @param audience the alias of a row with `audience` and `audience_id`
 * @param entryId the entry whose linked requests `asked` means
 */
export const isInAudience = (customer: string, audience: string, entryId: string | null): RawBuilder<boolean> => {
  const kind = sql.ref(`${audience}.audience`)
  const id = sql.ref(`${audience}.audience_id`)
  const linked = sql`select l.feedback_id from changelog_entry_feedback l
    where l.workspace_id = ${sql.ref(`${customer}.workspace_id`)} and l.entry_id = ${entryId} and l.feedback_id = asked.feedback_id`
  const approved = sql`select from feedback f where f.workspace_id = ${sql.ref(`${customer}.workspace_id`)}
    and f.id = asked.feedback_id and f.status = 'approved'`
  const onBoard = sql`${approved} and f.board_id = ${id}`
  const withTag = sql`${approved} and exists (select from feedback_tags t
    where t.workspace_id = f.workspace_id and t.feedback_id = f.id and t.tag_id = ${id})`
  return sql<boolean>`(case ${kind} when 'everyone' then true when 'nobody' then false
    when 'asked' then ${hasAskedFor(customer, linked)}
    when 'board' then ${hasAskedFor(customer, onBoard)} else ${hasAskedFor(customer, withTag)} end)`
}

/** Whether a customer submitted or voted for a request `asked` for which the condition selects a row. */
const hasAskedFor = (customer: string, condition: RawBuilder<unknown>): RawBuilder<boolean> => {
  const isTheirs = sql`asked.workspace_id = ${sql.ref(`${customer}.workspace_id`)}
    and asked.customer_id = ${sql.ref(`${customer}.id`)} and exists (${condition})`
  return sql<boolean>`(exists (select from votes asked where ${isTheirs})
    or exists (select from feedback_context asked where ${isTheirs}))`
}

/** Selects the customers who submitted or voted for one of these requests: cheaper than checking each customer. */
export const selectAsking = (workspaceId: string, feedbackIds: string[]): RawBuilder<unknown> => sql`
  select v.customer_id from votes v where v.workspace_id = ${workspaceId} and v.feedback_id = any(${feedbackIds}::uuid[])
  union select x.customer_id from feedback_context x
  where x.workspace_id = ${workspaceId} and x.feedback_id = any(${feedbackIds}::uuid[]) and x.customer_id is not null`
