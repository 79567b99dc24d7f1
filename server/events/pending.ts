import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { type AuditRow, insertAuditEvents, insertEvents, insertOneOfEach, type LoadedEvent } from './insert.ts'
import type { LoadResources, PendingEvent } from './record.ts'

export type EventScope = Pick<WriteScope, 'db' | 'defer' | 'beforeCommit'> & Scope

/** What a transaction has recorded about a workspace so far. */
interface Pending {
  scope: EventScope
  auditRows: AuditRow[]
  events: PendingEvent[]
}

// By transaction and workspace. `beforeCommit` identifies the transaction: all of its scopes share this function, and no
// other transaction has it. The database handle would not do, because it belongs to the connection.
const pendingOfTransactions = new WeakMap<WriteScope['beforeCommit'], Map<string, Pending>>()

/** Returns what the transaction has recorded about the workspace so far. Rows added to it are inserted before the commit. */
export function pendingOf(tx: EventScope): Pick<Pending, 'auditRows' | 'events'> {
  const workspaces = pendingOfTransactions.get(tx.beforeCommit) ?? startRecording(tx)
  let pending = workspaces.get(tx.workspaceId)
  if (pending === undefined) {
    pending = { scope: tx, auditRows: [], events: [] }
    workspaces.set(tx.workspaceId, pending)
  }
  return pending
}

function startRecording(tx: EventScope): Map<string, Pending> {
  const workspaces = new Map<string, Pending>()
  pendingOfTransactions.set(tx.beforeCommit, workspaces)
  tx.beforeCommit(async () => {
    // Removed, because V8 keeps the values of an old WeakMap until its next major collection, and the transaction with
    // them. Later rows of this transaction start a new recording.
    pendingOfTransactions.delete(tx.beforeCommit)
    // In a fixed order, so that two transactions with events of the same workspaces cannot deadlock.
    for (const id of [...workspaces.keys()].sort()) await insertPending(workspaces.get(id)!)
  })
  return workspaces
}

async function insertPending({ scope, events, ...recorded }: Pending): Promise<void> {
  const auditRows = withIdsInOrder(recorded.auditRows)
  const loaded = await loadAll(scope, events)
  // A resource that the same transaction has also deleted has no state to show. Its deletion has an event of its own.
  const complete = events.flatMap((event): LoadedEvent[] => {
    const { data: source, resourceId } = event
    const data = isLoader(source) ? loaded.get(source)!.get(resourceId) : JSON.stringify(source)
    return data === undefined ? [] : [{ ...event, data }]
  })
  // Citus cannot run both in one statement, but they are still sent together.
  if (auditRows.length === 1 && complete.length === 1 && !sendsDistributedStatements()) {
    scope.defer(insertOneOfEach(scope, auditRows[0]!, complete[0]!))
    return
  }
  if (auditRows.length > 0) scope.defer(insertAuditEvents(scope, auditRows))
  if (complete.length > 0) for (const sent of insertEvents(scope, complete)) scope.defer(sent)
}

/** The audit log lists events of the same time by their ids, and ids of the same millisecond are in no order. */
function withIdsInOrder(rows: AuditRow[]): AuditRow[] {
  const ids = rows.map(({ id }) => id).sort()
  return rows.map((row, index) => ({ ...row, id: ids[index]! }))
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

const isLoader = (data: PendingEvent['data']): data is LoadResources => typeof data === 'function'
