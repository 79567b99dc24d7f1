/// <reference path="./pg-utils.d.ts" />
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { BatchingSocket } from './batching-socket.ts'
import type { DataRow, TextRow } from './data-rows.ts'
import { pooledStatement, renameStatement, reviseStatement } from './sessions/pooled-statements.ts'
import {
  joinUnsynced,
  passOn,
  passOnFailure,
  type SyncedStatement,
  type SyncingConnection,
  sendExecute,
  sendExecuteAndSync,
  sendMissingSync,
} from './shared-sync.ts'

type ReadRow = (values: TextRow) => object

export interface StatementResult {
  rows: object[]
  /** The rows that were read or changed. Null for statements without rows, such as `commit`. */
  rowCount: number | null
  /** The first word of PostgreSQL's command tag. A commit is answered with `COMMIT` or `ROLLBACK`. */
  command: string
}

/** The parts of pg's connection that send the messages of a statement. */
interface Connection extends SyncingConnection {
  /** Whether it leads to a pooler, so that each transaction may run in another session. */
  isPooled: boolean
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: object): void
  bind(statement: object): void
  close(statement: object): void
}

interface RowReader {
  read: ReadRow
  columns: number
  /** The names and types of the columns, to recognize them. Empty where they are not described again. */
  signature: string
}

/** How to read the rows of each statement on one connection, by the statement's name; null if it has no rows. */
type RowReaders = Map<string, RowReader | null>

const readersByConnection = new WeakMap<Connection, RowReaders>()

function readersOf(connection: Connection): RowReaders {
  let readers = readersByConnection.get(connection)
  if (readers === undefined) {
    readers = new Map()
    readersByConnection.set(connection, readers)
  }
  return readers
}

// "cached plan must not change result type" and "prepared statement does not exist" (PostgreSQL, appendix A).
const changedColumns = '0A000'
const outdatedCodes = new Set([changedColumns, '26000'])

/**
 * Returns whether PostgreSQL refused a statement because it has to be prepared again on this connection, which the next
 * execution does. The statement has changed nothing.
 */
export const isOutdated = (error: unknown): boolean => outdatedCodes.has((error as { code?: string }).code ?? '')

const hasChangedColumns = (error: unknown): boolean => (error as { code?: string }).code === changedColumns

/** Makes the next execution prepare the statement again. */
function forgetStatement(connection: Connection, name: string): void {
  // PostgreSQL skips what follows a failed statement up to the Sync, so it would skip the Close too.
  sendMissingSync(connection)
  connection.close({ type: 'S', name })
  delete connection.parsedStatements[name]
  delete connection.submittedNamedStatements[name]
  readersOf(connection).delete(name)
}

interface NamedStatement {
  name: string
  text: string
  values: unknown[]
  /** Whether texts are read as `ByteText`. Only for columns of texts, ids, numbers and times. */
  readsBytes?: boolean
  /** Whether it belongs to a transaction, so that it may end with the same Sync as the next statement. */
  mayShareSync?: boolean
}

type Callback = (error: Error | null, result?: StatementResult) => void

/**
 * A named prepared statement. pg asks PostgreSQL to describe the columns at every execution, and looks up each column
 * by its name in each row. This class asks once per connection, and then reads rows with a generated function.
 * PostgreSQL refuses to run a prepared statement whose columns have changed since it was prepared, and the next
 * execution prepares it again.
 */
export class Statement extends pg.Query implements SyncedStatement {
  declare name: string
  declare text: string
  declare values: unknown[]
  declare _result: { _types: pg.CustomTypesConfig }
  /** pg replaces it to limit the time of a statement (`query_timeout`). */
  declare callback: Callback
  readonly #result: StatementResult = { rows: [], rowCount: null, command: '' }
  #connection: Connection | undefined
  #reader: RowReader | null | undefined
  #failure: Error | undefined
  readonly #readsBytes: boolean
  readonly #mayShareSync: boolean
  successor: SyncedStatement | undefined
  isSkipped = false
  predecessors = 0
  /** The name that all connections know it by, except those to a pooler. */
  readonly #id: string

  constructor({ name, text, values, readsBytes = false, mayShareSync = false }: NamedStatement, callback: Callback) {
    super(text)
    this.name = name
    this.#id = name
    this.values = values.map(toPostgres)
    this.#readsBytes = readsBytes
    this.#mayShareSync = mayShareSync
    this.callback = callback
  }

  /** Called by pg to send the statement. */
  prepare(connection: Connection): void {
    this.#connection = connection
    if (this.#mayShareSync) joinUnsynced(connection, this)
    else sendMissingSync(connection)
    if (connection.isPooled) Object.assign(this, pooledStatement(connection, { name: this.#id, text: this.text }))
    // The session that will run this may have prepared it at another time than the one that described it.
    else this.#reader = readersOf(connection).get(this.name)
    // A commit ends the statements before it, and what follows must not share its Sync: it would be one transaction.
    const sharing = this.#mayShareSync && this.text !== 'commit' ? this : null
    const target = this.#reader === undefined ? connection : new DescribedStatementSender(connection, sharing)
    ;(pg.Query.prototype as unknown as { prepare(connection: object): void }).prepare.call(this, target)
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const signature = this.#connection?.isPooled
      ? fields.map((field) => `${field.dataTypeID} ${field.name}`).join()
      : ''
    const known = signature === '' ? undefined : readersOf(this.#connection!).get(this.#id)
    if (known?.signature === signature) this.#reader = known
    else this.#reader = { read: createRowReader(fields, this._result._types), columns: fields.length, signature }
  }

  handleDataRow(row: DataRow): void {
    try {
      const fields = this.#readsBytes ? row.byteFields : row.fields
      if (fields.length !== this.#reader?.columns) throw new Error(otherColumns)
      this.#result.rows.push(this.#reader.read(fields))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = text.lastIndexOf(' ') === -1 ? Number.NaN : Number(text.slice(text.lastIndexOf(' ') + 1))
    this.#result.rowCount = Number.isNaN(count) ? null : count
    this.#result.command = text.split(' ', 1)[0]!
    if (this.#failure) forgetStatement(this.#connection!, this.name)
    else readersOf(this.#connection!).set(this.#id, this.#reader ?? null)
    passOn(this.#connection!, this)
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure)
    else this.callback(null, this.#result)
  }

  handleError(error: Error): void {
    if (this.#connection?.isPooled) this.#replace(this.#connection, error)
    else if (isOutdated(error) && !this.isSkipped && this.#connection) forgetStatement(this.#connection, this.name)
    this.callback(error)
    if (this.#connection) passOnFailure(this.#connection, this, error)
  }

  /** Makes the next execution prepare the statement anew, if this one was not prepared or is outdated. */
  #replace(connection: Connection, error: Error): void {
    if (!isOutdated(error) && connection.parsedStatements[this.name] !== undefined) return
    if (hasChangedColumns(error)) reviseStatement(this.#id, this.name)
    renameStatement(connection, this.#id, this.name)
    forgetStatement(connection, this.name)
  }
}

const otherColumns =
  'A prepared statement returned different columns than when it was prepared. If DATABASE_URL leads to a pooler, set ' +
  'DATABASE_DIRECT_URL to the address of PostgreSQL itself.'

/** Sends a statement whose columns are known: without Describe, and with the last two messages in one write. */
class DescribedStatementSender {
  readonly #connection: Connection
  /** The statement, if it may share a Sync. */
  readonly #sharing: SyncedStatement | null
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>

  constructor(connection: Connection, sharing: SyncedStatement | null) {
    this.#connection = connection
    this.#sharing = sharing
    this.parsedStatements = connection.parsedStatements
    this.submittedNamedStatements = connection.submittedNamedStatements
  }

  parse(statement: object): void {
    this.#connection.parse(statement)
  }

  bind(statement: object): void {
    this.#connection.bind(statement)
  }

  close(statement: object): void {
    this.#connection.close(statement)
  }

  describe(): void {}

  execute(): void {}

  sync(): void {
    if (this.#sharing && this.#connection.stream instanceof BatchingSocket) sendExecute(this.#connection, this.#sharing)
    else sendExecuteAndSync(this.#connection)
  }
}

const textOid = 25

/**
 * Creates a function that converts a row of texts to an object. Its source names the columns, so that all rows share
 * one hidden class and no property is looked up by name.
 */
function createRowReader(fields: pg.FieldDef[], types: pg.CustomTypesConfig): ReadRow {
  const keepText = types.getTypeParser(textOid, 'text')
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'))
  const members = fields.map(({ name }, index) => {
    const value = `values[${index}]`
    const parsed = parsers[index] === keepText ? value : `${value} === null ? null : parsers[${index}](${value})`
    return `${JSON.stringify(name)}: ${parsed}`
  })
  // The column names come from this program’s own statements.
  return new Function('parsers', `return (values) => ({ ${members.join(', ')} })`)(parsers) as ReadRow
}

// Converts values before anything is sent, so that a failed conversion doesn't leave a partial statement on the connection.
const toPostgres = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? utils.prepareValue(value) : value

/**
 * Sends a statement on a connection at once.
 * @throws the error from PostgreSQL or from the connection, or a TypeError for a value that JSON cannot represent
 */
export async function sendStatement(client: pg.ClientBase, statement: NamedStatement): Promise<StatementResult> {
  try {
    return await new Promise<StatementResult>((resolve, reject) => {
      client.query(new Statement(statement, (error, result) => (error ? reject(error) : resolve(result!))))
    })
  } catch (error) {
    // The stack shows where the response was parsed. Replace it with the callers that wait for the result.
    Error.captureStackTrace(error as Error)
    throw error
  }
}
