import { sql } from 'kysely'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { invalid, notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { mayReadEvent, readableTypes } from './customer-events.ts'
import { type EventRow, presentEventJson } from './present.ts'
import type { EventFilter } from './schema.ts'
import type { EventType } from './types.ts'

// A customer may have no name. Their email address does not replace it, because only `customers:read` shows that.
const actorName = sql<string | null>`case e.actor_type
  when 'api_key' then (select k.name from api_keys k where k.workspace_id = e.workspace_id and k.id = e.actor_id)
  when 'app' then (select p.name from app_authorizations p where p.workspace_id = e.workspace_id and p.id = e.actor_id)
  when 'member' then (select a.name from members m join accounts a on a.id = m.account_id
    where m.workspace_id = e.workspace_id and m.id = e.actor_id)
  when 'customer' then (select c.name from customers c where c.workspace_id = e.workspace_id and c.id = e.actor_id) end`

const selectEvents = ({ db, workspaceId }: Scope) =>
  db
    .selectFrom('events as e')
    .where('e.workspace_id', '=', workspaceId)
    .select([
      'e.id',
      'e.sequence',
      'e.type',
      'e.created_at',
      'e.actor_type',
      'e.actor_id',
      actorName.as('actor_name'),
      sql<string>`e.data::text`.as('data'),
      sql<string | null>`e.changes::text`.as('changes'),
    ])

/** Returns an event as JSON. @throws 404, also for an event that the caller may not see */
export async function getEventJson(scope: Scope, id: string): Promise<string> {
  const row = await selectEvents(scope).where('e.id', '=', id).executeTakeFirst()
  if (!row || !mayReadEvent(scope.actor, row.type)) throw notFound()
  return presentEventJson(row as EventRow)
}

/**
 * Lists events as JSON, oldest first. A transaction commits its events in the order of their ids, so a reader that
 * continues after the last one misses none (ADR 0034).
 * @throws 400 for `after` with an unknown event, or together with `cursor` or `since`
 */
export async function listEvents(scope: Scope, query: EventFilter, signer: Signer): Promise<Page<string>> {
  const { limit = 25, cursor, after, since } = query
  rejectCombinations(query)
  const cursors = createCursors(signer, 'events', scope.workspaceId, {})
  const position = cursors.decode(cursor) as [id: string, since: string, ...types: EventType[]] | undefined
  const types = typesOf(query.type, position?.slice(2) as EventType[] | undefined)
  if (position !== undefined && since !== undefined && position[1] !== since) throw otherList('time')
  if (after !== undefined) await requireEvent(scope, after)
  const afterId = position?.[0] ?? after
  const visible = visibleTypes(scope, types)
  const rows = await selectEvents(scope)
    .$if(afterId !== undefined, (q) => q.where('e.id', '>', afterId!))
    .$if(since !== undefined, (q) => q.where('e.id', '>=', lowestIdAt(since!)))
    .$if(visible !== null, (q) => q.where(sql<boolean>`e.type = any(${visible}::text[])`))
    .orderBy('e.id')
    .limit(limit + 1)
    .execute()
  return paginate(
    rows as EventRow[],
    limit,
    cursors,
    ({ id }) => [id, position?.[1] ?? since ?? '', ...(types ?? [])],
    presentEventJson,
  )
}

function rejectCombinations({ after, cursor, since }: EventFilter): void {
  if (after === undefined) return
  const others = [...(cursor === undefined ? [] : ['cursor']), ...(since === undefined ? [] : ['since'])]
  if (others.length === 0) return
  throw invalid([
    { path: 'query.after', message: `cannot be combined with ${others.join(' and ')}`, code: 'not-allowed' },
  ])
}

/** A cursor contains the types of its list, so that it works with and without them. @throws 400 for other types */
function typesOf(wanted: EventType[] | undefined, ofCursor: EventType[] | undefined): EventType[] | undefined {
  if (ofCursor === undefined) return wanted?.toSorted()
  const types = ofCursor.length > 0 ? ofCursor : undefined
  if (wanted !== undefined && wanted.toSorted().join() !== ofCursor.join()) {
    throw otherList('types')
  }
  return types
}

const otherList = (parameter: string) =>
  invalid([{ path: 'query.cursor', message: `must be the nextCursor of a page with the same ${parameter}` }])

/** Returns the types to select; null for all. */
function visibleTypes({ actor }: Scope, types: EventType[] | undefined): EventType[] | null {
  const readable = readableTypes(actor)
  if (types === undefined || readable === null) return types ?? readable
  return types.filter((type) => readable.includes(type))
}

async function requireEvent({ db, workspaceId }: Scope, id: string): Promise<void> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw invalid([{ path: 'query.after', message: 'must be the id of an event that is still listed' }])
}

/** Returns the id of the newest event, or null if the workspace has no events. */
export async function getLastEventId({ db, workspaceId }: Scope): Promise<string | null> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the lowest id that an event of this time can have (event_id() in schema.sql). */
export function lowestIdAt(time: string): string {
  const hex = Math.max(0, Date.parse(time)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
