import type { EventEmitter } from 'node:events'
import { DatabaseError } from 'pg'

// The statements of a transaction that are sent in one turn of the event loop end with one Sync instead of one each
// (PostgreSQL documentation, Pipelining). PostgreSQL then sends their results together, which wakes up this process once, and
// prepares to be idle once instead of after each statement.
//
// PostgreSQL skips all statements between a failed one and the Sync. They fail with the same error.

export interface SyncingConnection extends EventEmitter {
  /** The last statement that was sent, if no Sync has followed it yet. */
  unsynced: SyncedStatement | undefined
  stream: { write(bytes: Buffer): boolean; writable: boolean }
}

export interface SyncedStatement {
  /** The statement after this one, if both end with the same Sync. */
  successor: SyncedStatement | undefined
  /** Whether PostgreSQL skipped it, because a statement before it failed. */
  isSkipped: boolean
  /** How many statements before it end with the same Sync. */
  predecessors: number
}

// Each statement passes a failure on to the next one in a nested call, so there is a limit. A Sync costs little compared to
// this many statements.
const maxPredecessors = 255

// Messages of the protocol (PostgreSQL documentation, Message Formats): Execute with the unnamed portal and no limit.
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const executeAndSync = Buffer.concat([execute, sync])

/** Ends a statement with a Sync of its own. */
export function sendExecuteAndSync({ stream }: SyncingConnection): void {
  if (stream.writable) stream.write(executeAndSync)
}

/** Ends a statement without a Sync, which follows at the end of the turn or after the next statement. */
export function sendExecute(connection: SyncingConnection, statement: SyncedStatement): void {
  if (!connection.stream.writable) return
  connection.stream.write(execute)
  connection.unsynced = statement
}

/** Lets a statement that is about to be sent end with the same Sync as the one before it, if that one has none yet. */
export function joinUnsynced(connection: SyncingConnection, statement: SyncedStatement): void {
  const { unsynced } = connection
  if (unsynced === undefined) return
  if (unsynced.predecessors === maxPredecessors) {
    sendMissingSync(connection)
    return
  }
  unsynced.successor = statement
  statement.predecessors = unsynced.predecessors + 1
  connection.unsynced = undefined
}

/** Sends the Sync that is still missing, if any. */
export function sendMissingSync(connection: SyncingConnection): void {
  if (connection.unsynced === undefined) return
  connection.unsynced = undefined
  if (connection.stream.writable) connection.stream.write(sync)
}

/** Tells pg that this statement is complete and its successor is next. Without a Sync, PostgreSQL sends no ReadyForQuery. */
export function passOn(connection: SyncingConnection, statement: SyncedStatement): void {
  if (!statement.successor) return
  // A statement in the old generation of the heap would keep its successors alive until the next major collection.
  statement.successor = undefined
  connection.emit('readyForQuery', { name: 'readyForQuery', status: 'T' })
}

/** Tells pg that the successor of a failed statement has failed too, which in turn fails its own successor. */
export function passOnFailure(connection: SyncingConnection, statement: SyncedStatement, error: Error): void {
  // All other errors come from pg itself, which reports them to each statement.
  if (!statement.successor || !(error instanceof DatabaseError)) return
  statement.successor.isSkipped = true
  connection.emit('readyForQuery', { name: 'readyForQuery', status: 'E' })
  // A copy, because the stack of each error shows where its statement was sent.
  connection.emit('errorMessage', Object.assign(new DatabaseError(error.message, error.length, error.name), error))
}
