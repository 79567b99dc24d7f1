import { type RawBuilder, sql } from 'kysely'
import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Actor, Scope } from '../platform/scope.ts'
import type { PendingEvent } from './record.ts'

/** A row of the audit log, without its workspace. */
export interface AuditRow {
  id: string
  type: string
  targetId: string
  actor: Actor
  agent: string | null
  requestId: string | null
  /** JSON. */
  changes: string
  createdAt: string
}

/** An event whose resource is loaded, as JSON. */
export type LoadedEvent = Omit<PendingEvent, 'data'> & { data: string }

/** Inserts one audit event and one event. Most transactions have one of each, and one statement costs less than two. */
export const insertOneOfEach = ({ db, workspaceId, now }: Scope, audit: AuditRow, event: LoadedEvent) =>
  insertPair(db, {
    workspaceId,
    now,
    auditId: audit.id,
    auditType: audit.type,
    targetId: audit.targetId,
    auditActorType: audit.actor.type,
    auditActorId: audit.actor.id,
    agent: audit.agent,
    requestId: audit.requestId,
    auditChanges: audit.changes,
    auditAt: audit.createdAt,
    type: event.type,
    actorType: actorTypeOf(event),
    actorId: event.actor.id,
    resourceId: event.resourceId,
    data: event.data,
    changes: changesOf(event),
  })

const actorTypeOf = ({ actor: { type } }: LoadedEvent): string => (type === 'key' ? 'api_key' : type)

const changesOf = ({ changes }: LoadedEvent): string | null => (changes ? JSON.stringify(changes) : null)

interface Pair {
  workspaceId: string
  now: string
  auditId: string
  auditType: string
  targetId: string
  auditActorType: string
  auditActorId: string | null
  agent: string | null
  requestId: string | null
  auditChanges: string
  auditAt: string
  type: string
  actorType: string
  actorId: string | null
  resourceId: string
  data: string
  changes: string | null
}

const insertPair = prepared((db, pair: Pair) => {
  const { workspaceId } = pair
  const statement = sql`
    with audited as (
      insert into audit_events
        (workspace_id, id, type, target_id, actor_type, actor_id, agent, request_id, changes, created_at)
      values (${workspaceId}::uuid, ${pair.auditId}, ${pair.auditType}, ${pair.targetId}, ${pair.auditActorType},
        ${pair.auditActorId}, ${pair.agent}, ${pair.requestId}, ${pair.auditChanges}, ${pair.auditAt})),
    counter as (
      insert into event_counters as c (workspace_id, last_sequence, last_event_at)
      values (${workspaceId}::uuid, 1, ${pair.now}::timestamptz)
      on conflict (workspace_id) do update set last_sequence = c.last_sequence + 1,
        last_event_at = greatest(c.last_event_at, excluded.last_event_at)
      returning last_sequence, last_event_at)
    insert into events (workspace_id, id, sequence, type, created_at, actor_type, actor_id, resource_id, data, changes)
    select ${workspaceId}::uuid, event_id(last_event_at, last_sequence), last_sequence, ${pair.type}, last_event_at,
      ${pair.actorType}, ${pair.actorId}::uuid, ${pair.resourceId}::uuid, ${pair.data}::json, ${pair.changes}::json
    from counter`
  return { compile: () => statement.compile(db) }
})

/** Inserts any number of audit events. */
export const insertAuditEvents = ({ db, workspaceId }: Scope, rows: AuditRow[]) =>
  insertAuditRows(db, {
    workspaceId,
    ids: rows.map(({ id }) => id),
    types: rows.map(({ type }) => type),
    targetIds: rows.map(({ targetId }) => targetId),
    actorTypes: rows.map(({ actor }) => actor.type),
    actorIds: rows.map(({ actor }) => actor.id),
    agents: rows.map(({ agent }) => agent),
    requestIds: rows.map(({ requestId }) => requestId),
    changes: rows.map(({ changes }) => changes),
    times: rows.map(({ createdAt }) => createdAt),
  })

interface AuditBatch {
  workspaceId: string
  ids: string[]
  types: string[]
  targetIds: string[]
  actorTypes: string[]
  actorIds: (string | null)[]
  agents: (string | null)[]
  requestIds: (string | null)[]
  changes: string[]
  times: string[]
}

const insertAuditRows = prepared((db, batch: AuditBatch) => {
  const { workspaceId, ids, types, targetIds, actorTypes, actorIds, agents, requestIds, changes, times } = batch
  const statement = sql`
    insert into audit_events
      (workspace_id, id, type, target_id, actor_type, actor_id, agent, request_id, changes, created_at)
    select ${workspaceId}::uuid, * from unnest(${ids}::uuid[], ${types}::text[], ${targetIds}::uuid[],
      ${actorTypes}::text[], ${actorIds}::uuid[], ${agents}::text[], ${requestIds}::text[], ${changes}::jsonb[],
      ${times}::timestamptz[])`
  return { compile: () => statement.compile(db) }
})

/** Inserts any number of events. They take the next sequence numbers in this order. @returns the statements that it sends */
export function insertEvents({ db, workspaceId, now }: Scope, events: LoadedEvent[]): Promise<unknown>[] {
  const batch = {
    workspaceId,
    now,
    count: events.length,
    types: events.map(({ type }) => type),
    actorTypes: events.map(actorTypeOf),
    actorIds: events.map(({ actor }) => actor.id),
    resourceIds: events.map(({ resourceId }) => resourceId),
    data: events.map(({ data }) => data),
    changes: events.map(changesOf),
  }
  // The second statement reads the numbers that the first one has reserved and locked.
  return sendsDistributedStatements()
    ? [takeNumbers(db, batch), insertNumbered(db, batch)]
    : [insertEventRows(db, batch)]
}

interface EventBatch {
  workspaceId: string
  now: string
  count: number
  types: string[]
  actorTypes: string[]
  actorIds: (string | null)[]
  resourceIds: string[]
  data: string[]
  changes: (string | null)[]
}

const nextNumbers = ({ workspaceId, now, count }: Pick<EventBatch, 'workspaceId' | 'now' | 'count'>) => sql`
  insert into event_counters as c (workspace_id, last_sequence, last_event_at)
  values (${workspaceId}::uuid, ${count}::bigint, ${now}::timestamptz)
  on conflict (workspace_id) do update set last_sequence = c.last_sequence + excluded.last_sequence,
    last_event_at = greatest(c.last_event_at, excluded.last_event_at)`

const numberedRows = (batch: EventBatch, counter: RawBuilder<unknown>) => sql`
  insert into events (workspace_id, id, sequence, type, created_at, actor_type, actor_id, resource_id, data, changes)
  select ${batch.workspaceId}::uuid, event_id(c.last_event_at, c.last_sequence - ${batch.count}::bigint + n.ordinality),
    c.last_sequence - ${batch.count}::bigint + n.ordinality, n.type, c.last_event_at, n.actor_type, n.actor_id,
    n.resource_id, n.data::json, n.changes::json
  from ${counter} c, unnest(${batch.types}::text[], ${batch.actorTypes}::text[], ${batch.actorIds}::uuid[],
    ${batch.resourceIds}::uuid[], ${batch.data}::text[], ${batch.changes}::text[])
    with ordinality as n (type, actor_type, actor_id, resource_id, data, changes, ordinality)`

/** Inserts events with the next sequence numbers, which locks the workspace's counter until the transaction ends. */
const insertEventRows = prepared((db, batch: EventBatch) => {
  const statement = sql`with counter as (${nextNumbers(batch)} returning last_sequence, last_event_at)
    ${numberedRows(batch, sql`counter`)}`
  return { compile: () => statement.compile(db) }
})

/** Takes sequence numbers, which locks the workspace's counter until the transaction ends. */
const takeNumbers = prepared((db, batch: EventBatch) => ({ compile: () => nextNumbers(batch).compile(db) }))

/** Inserts events with the sequence numbers that this transaction has taken. */
const insertNumbered = prepared((db, batch: EventBatch) => {
  const taken = sql`(select last_sequence, last_event_at from event_counters where workspace_id = ${batch.workspaceId})`
  return { compile: () => numberedRows(batch, taken).compile(db) }
})
