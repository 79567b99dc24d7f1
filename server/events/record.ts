import { sql } from 'kysely'
import { prepared } from '../platform/db/prepared.ts'
import type { Actor, Scope, WriteScope } from '../platform/scope.ts'
import type { EventType } from './types.ts'

/** Loads resources as their GET presents them, as JSON text by id. Ids without a resource are left out. */
export type LoadResources = (scope: Scope, ids: string[]) => Promise<Map<string, string>>

/** Changed members of the resource: the values before and after. */
export type EventChanges = Record<string, { from: unknown; to: unknown }>

export interface NewEvent {
  type: EventType
  /** The resource that the event is about. */
  resourceId: string
  /**
   * The resource as its GET presents it, if the caller has it or is about to delete it; or how to load it, which
   * happens once for all events of the transaction, before it commits.
   */
  data: object | LoadResources
  changes?: EventChanges | undefined
}

type EventScope = Pick<WriteScope, 'db' | 'defer' | 'beforeCommit'> & Scope

interface PendingEvent extends NewEvent {
  actor: Actor
}

/** An event whose resource is loaded, as JSON. */
type LoadedEvent = Omit<PendingEvent, 'data'> & { data: string }

interface Pending {
  scope: EventScope
  events: PendingEvent[]
}

// By transaction and workspace. All scopes of a transaction share this function, and no other transaction has it; the
// database handle belongs to the connection.
const pendingEvents = new WeakMap<WriteScope['beforeCommit'], Map<string, Pending>>()

/**
 * Records an event in the transaction of the change (contract, part two, section 2). Nothing is sent until the work of
 * the transaction is done: the events are inserted last, because they take the workspace's counter, which other
 * transactions of the workspace then wait for (ADR 0034).
 */
export function recordEvent(tx: EventScope, event: NewEvent): void {
  const workspaces = pendingEvents.get(tx.beforeCommit) ?? startRecording(tx)
  const pending = workspaces.get(tx.workspaceId) ?? { scope: tx, events: [] }
  workspaces.set(tx.workspaceId, pending)
  pending.events.push({ ...event, actor: tx.actor })
}

function startRecording(tx: EventScope): Map<string, Pending> {
  const workspaces = new Map<string, Pending>()
  pendingEvents.set(tx.beforeCommit, workspaces)
  tx.beforeCommit(async () => {
    // In one order, so that two transactions with events of the same workspaces cannot wait for each other.
    for (const id of [...workspaces.keys()].sort()) await insertPending(workspaces.get(id)!)
  })
  return workspaces
}

async function insertPending({ scope, events }: Pending): Promise<void> {
  const loaded = await loadAll(scope, events)
  // A resource that the same transaction has deleted again has no state to show, and its deletion is an event too.
  const complete = events.flatMap((event) => {
    const { data: source, resourceId } = event
    const data = isLoader(source) ? loaded.get(source)!.get(resourceId) : JSON.stringify(source)
    return data === undefined ? [] : [{ ...event, data }]
  })
  if (complete.length === 0) return
  if (complete.length === 1) return scope.defer(insertOne(scope, complete[0]!))
  scope.defer(
    insertEvents(scope.db, {
      workspaceId: scope.workspaceId,
      now: scope.now,
      count: complete.length,
      types: complete.map(({ type }) => type),
      actorTypes: complete.map(({ actor }) => actorTypeOf(actor)),
      actorIds: complete.map(({ actor }) => actor.id),
      resourceIds: complete.map(({ resourceId }) => resourceId),
      data: complete.map(({ data }) => data),
      changes: complete.map(({ changes }) => (changes ? JSON.stringify(changes) : null)),
    }),
  )
}

/** Loads each kind of resource in one statement. */
async function loadAll(scope: Scope, events: PendingEvent[]): Promise<Map<LoadResources, Map<string, string>>> {
  const ids = new Map<LoadResources, Set<string>>()
  for (const { data, resourceId } of events) {
    if (!isLoader(data)) continue
    ids.set(data, (ids.get(data) ?? new Set()).add(resourceId))
  }
  return new Map(await Promise.all([...ids].map(async ([load, set]) => [load, await load(scope, [...set])] as const)))
}

const isLoader = (data: NewEvent['data']): data is LoadResources => typeof data === 'function'

interface EventBatch {
  workspaceId: string
  now: string
  count: number
  types: EventType[]
  actorTypes: string[]
  actorIds: (string | null)[]
  resourceIds: string[]
  data: string[]
  changes: (string | null)[]
}

const actorTypeOf = ({ type }: Actor): string => (type === 'key' ? 'api_key' : type)

const insertOne = ({ db, workspaceId, now }: EventScope, { type, actor, resourceId, data, changes }: LoadedEvent) =>
  insertEvent(db, {
    workspaceId,
    now,
    type,
    actorType: actorTypeOf(actor),
    actorId: actor.id,
    resourceId,
    data,
    changes: changes ? JSON.stringify(changes) : null,
  })

interface EventInsert {
  workspaceId: string
  now: string
  type: EventType
  actorType: string
  actorId: string | null
  resourceId: string
  data: string
  changes: string | null
}

/** Does the same as `insertEvents` for one event, as most transactions have: a third less work for PostgreSQL. */
const insertEvent = prepared((db, event: EventInsert) => {
  const { workspaceId, now, type, actorType, actorId, resourceId, data, changes } = event
  const statement = sql`
    with counter as (
      insert into event_counters as c (workspace_id, last_sequence, last_event_at)
      values (${workspaceId}::uuid, 1, ${now}::timestamptz)
      on conflict (workspace_id) do update set last_sequence = c.last_sequence + 1,
        last_event_at = greatest(c.last_event_at, excluded.last_event_at)
      returning last_sequence, last_event_at)
    insert into events (workspace_id, id, sequence, type, created_at, actor_type, actor_id, resource_id, data, changes)
    select ${workspaceId}::uuid, event_id(last_event_at, last_sequence), last_sequence, ${type}, last_event_at,
      ${actorType}, ${actorId}::uuid, ${resourceId}::uuid, ${data}::json, ${changes}::json
    from counter`
  return { compile: () => statement.compile(db) }
})

/** Takes the next sequence numbers, which locks the workspace's counter until the transaction ends, and inserts. */
const insertEvents = prepared((db, batch: EventBatch) => {
  const { workspaceId, now, count, types, actorTypes, actorIds, resourceIds, data, changes } = batch
  const statement = sql`
    with counter as (
      insert into event_counters as c (workspace_id, last_sequence, last_event_at)
      values (${workspaceId}::uuid, ${count}::bigint, ${now}::timestamptz)
      on conflict (workspace_id) do update set last_sequence = c.last_sequence + excluded.last_sequence,
        last_event_at = greatest(c.last_event_at, excluded.last_event_at)
      returning last_sequence, last_event_at)
    insert into events (workspace_id, id, sequence, type, created_at, actor_type, actor_id, resource_id, data, changes)
    select ${workspaceId}::uuid, event_id(c.last_event_at, c.last_sequence - ${count}::bigint + n.ordinality),
      c.last_sequence - ${count}::bigint + n.ordinality, n.type, c.last_event_at, n.actor_type, n.actor_id, n.resource_id,
      n.data::json, n.changes::json
    from counter c, unnest(${types}::text[], ${actorTypes}::text[], ${actorIds}::uuid[], ${resourceIds}::uuid[],
      ${data}::text[], ${changes}::text[])
      with ordinality as n (type, actor_type, actor_id, resource_id, data, changes, ordinality)`
  return { compile: () => statement.compile(db) }
})
