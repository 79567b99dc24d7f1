import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

// The members of resources that contain what people wrote.
const textMembers = ['title', 'description', 'body'] as const

/** Returns the last state of a resource that its author has withdrawn, without what they wrote. */
export const withoutTexts = <T extends object>(state: T): T => ({
  ...state,
  ...Object.fromEntries(textMembers.filter((member) => member in state).map((member) => [member, ''])),
  ...('author' in state && { author: anonymous }),
})

const anonymous = { type: 'anonymous', name: null }

/** Erases the names of authors from the events of their comments. */
export const eraseAuthors = (tx: WriteScope, commentIds: string[]): void =>
  eraseResources(tx, commentIds, withoutMembers([]))

/**
 * Erases what people wrote from the events of these resources, because an author has withdrawn it. The events stay, so
 * a reader that follows them misses none.
 */
export const eraseTexts = (tx: WriteScope, resourceIds: string[]): void =>
  eraseResources(tx, resourceIds, withoutMembers(textMembers))

/** Erases everything but the ids from the events of deleted customers. */
export const eraseCustomers = (tx: WriteScope, customerIds: string[]): void =>
  eraseResources(tx, customerIds, sql`json_build_object('id', e.resource_id)`)

/**
 * Erases what people wrote in these requests from all events: from those of the requests and of the roadmap items that
 * they had, and the titles from those of changelog entries.
 */
export function eraseRequests(tx: WriteScope, ids: string[]): void {
  if (ids.length === 0) return
  eraseTexts(tx, ids)
  erase(
    tx,
    // An item that a promotion created has the request's texts, even after a merge has moved it to another request.
    sql<boolean>`e.resource_id = any(${itemsOf(tx, ids)}) and (e.data->>'feedbackId' = any(${ids}::text[])
      or e.resource_id = any(${itemsOf(tx, ids, sql`a.type = 'feedback.promoted' and a.changes->'itemStatus'->0 = 'null'`)}))`,
    withoutMembers(textMembers),
  )
  eraseLinkedTitles(tx, ids)
}

/** Selects the roadmap items of requests. The audit log also knows those that are gone or have moved in a merge. */
const itemsOf = ({ workspaceId }: WriteScope, ids: string[], more: RawBuilder<unknown> = sql`true`) =>
  sql`array(select (a.changes->>'roadmapItemId')::uuid from audit_events a
    where a.workspace_id = ${workspaceId} and a.target_id = any(${ids}::uuid[]) and a.changes ? 'roadmapItemId' and ${more})`

function eraseLinkedTitles(tx: WriteScope, requestIds: string[]): void {
  const { workspaceId } = tx
  const isErased = sql<boolean>`r.value->>'id' = any(${requestIds}::text[])`
  const entries = sql`array(
    select id from changelog_entries where workspace_id = ${workspaceId}
    union all select target_id from audit_events where workspace_id = ${workspaceId} and type = 'changelog.deleted')`
  // In a fixed order, so that two deletions with requests in the same entries cannot deadlock.
  const events = sql`array(
    select l.id from events l where l.workspace_id = ${workspaceId} and l.resource_id = any(${entries})
      and exists (select from json_array_elements(l.data->'linkedFeedback') r where ${isErased})
    order by l.id for update)`
  const requests = sql`(select json_agg(case when ${isErased} then ${emptied(sql`r.value`, ['title'])} else r.value end)
    from json_array_elements(m.value) r)`
  erase(
    tx,
    sql<boolean>`e.id = any(${events})`,
    sql`(select json_object_agg(m.key, case when m.key = 'linkedFeedback' then ${requests} else m.value end)
      from json_each(e.data) m)`,
    // Changes of entries name requests only by their ids.
    sql`e.changes`,
  )
}

/** A JSON object with these members emptied, and without its author. */
const emptied = (object: RawBuilder<unknown>, members: readonly string[]) =>
  sql`(select json_object_agg(t.key, case when t.key = any(${[...members]}::text[]) then to_json(''::text)
    when t.key = 'author' then ${JSON.stringify(anonymous)}::json else t.value end) from json_each(${object}) t)`

const withoutMembers = (members: readonly string[]) => emptied(sql`e.data`, members)

function eraseResources(tx: WriteScope, ids: string[], data: RawBuilder<unknown>): void {
  if (ids.length > 0) erase(tx, sql<boolean>`e.resource_id = any(${ids}::uuid[])`, data)
}

/**
 * Replaces the data of matching events, and erases the responses of receivers from their deliveries.
 * @param condition must still hold for the erased event
 */
function erase(
  { db, workspaceId, defer }: Pick<WriteScope, 'db' | 'workspaceId' | 'defer'>,
  condition: RawBuilder<boolean>,
  data: RawBuilder<unknown>,
  changes: RawBuilder<unknown> = sql`null::json`,
): void {
  const matching = sql`e.workspace_id = ${workspaceId} and ${condition}`
  // A subquery computes the values, because Citus refuses functions that build JSON in the values of an update.
  defer(
    sql`update events set data = n.data, changes = n.changes
      from (select e.id, ${data} as data, ${changes} as changes from events e where ${matching} for update of e) n
      where events.workspace_id = ${workspaceId} and events.id = n.id`.execute(db),
  )
  // A separate statement, so that it sees the attempts that were recorded while the first one waited for their locks.
  defer(
    sql`update webhook_deliveries set attempts = n.attempts
      from (select d.id, ${withoutExcerpts} as attempts from webhook_deliveries d where d.workspace_id = ${workspaceId}
        and d.event_id = any(array(select e.id from events e where ${matching})) and d.attempt_count > 0 for update of d) n
      where webhook_deliveries.workspace_id = ${workspaceId} and webhook_deliveries.id = n.id`.execute(db),
  )
}

/** The attempts of a delivery `d` without the responses, which may repeat the event. */
const withoutExcerpts = sql`coalesce((select jsonb_agg(a.value || '{"responseExcerpt": null}' order by a.ordinality)
  from jsonb_array_elements(d.attempts) with ordinality a), '[]')`

/**
 * Erases the texts of comments in the statement that deletes them. For housekeeping, which deletes in all workspaces.
 * @param deleted a common table expression with `workspace_id` and `id`
 * @returns further common table expressions
 */
export const erasingDeletedComments = (deleted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  erased as (
    update events e set data = ${withoutMembers(textMembers)}, changes = null
    from ${deleted} x where e.workspace_id = x.workspace_id and e.resource_id = x.id
    returning e.workspace_id, e.id),
  answered as (
    update webhook_deliveries d set attempts = ${withoutExcerpts}
    from erased x where d.workspace_id = x.workspace_id and d.event_id = x.id and d.attempt_count > 0)`

/** Erases deleted comments of one workspace, in the transaction that deletes them. */
export function eraseCommentsOf(scope: Pick<WriteScope, 'db' | 'workspaceId' | 'defer'>, ids: string[]): void {
  erase(scope, sql<boolean>`e.resource_id = any(${ids}::uuid[])`, withoutMembers(textMembers))
}
