import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Tables } from '../../tables.ts'
import { distributedText } from './distribution/distributed-text.ts'
import { isReplicaFailure } from './replica/failures.ts'
import type { Replica } from './replica/replica.ts'
import { SharedConnections } from './shared-connection.ts'
import { isOutdated, type StatementResult, sendStatement } from './statement.ts'
import { isDatabaseUnavailable, isFromReadOnlyServer, isPoolExhausted } from './unavailable.ts'

interface Named {
  name: string
  /** The text that is sent. */
  text: string
}

// One short name for each statement text, for the life of the process. The texts come from the code, since values are
// always parameters, so the map stays small.
const statements = new Map<string, Named>()

let isDistributed = false

/** Makes this process send all statements in the form for a distributed database (ADR 0055). Before the first statement. */
export const sendDistributedStatements = (): void => {
  isDistributed = true
}

/**
 * Returns whether the database of this process is distributed. For the few places where Citus cannot run the statement
 * that is fastest on PostgreSQL.
 */
export const sendsDistributedStatements = (): boolean => isDistributed

/** Returns the name under which each connection prepares this statement once. */
function namedStatement(text: string): Named {
  let named = statements.get(text)
  if (named === undefined) {
    named = { name: `h${statements.size}`, text: isDistributed ? distributedText(text) : text }
    statements.set(text, named)
  }
  return named
}

/** A compiled statement. */
interface Query extends CompiledQuery {
  /** See `NamedStatement`. */
  readsBytes?: boolean
}

/** Sends a statement on the connection that it belongs to, or on one of the pool. */
type Run = (query: Query) => Promise<StatementResult>

const runOn = (
  client: PoolClient,
  { sql: text, parameters, readsBytes = false }: Query,
  mayShareSync = false,
): Promise<StatementResult> =>
  sendStatement(client, { ...namedStatement(text), values: parameters as unknown[], readsBytes, mayShareSync })

// Shutdown, crash, startup, dropped database and idle timeouts (PostgreSQL, appendix A). Codes, because PostgreSQL
// translates the severity.
const endOfSession = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'])

// PostgreSQL announces the end of a session before the connection closes. An error of any other kind may also mean that
// the connection is about to close.
const hasSessionEnded = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || endOfSession.has(error.code ?? '') || isFromReadOnlyServer(error)

const runAgainIfOutdated = (client: PoolClient, query: Query): Promise<StatementResult> =>
  runOn(client, query).catch((error) => {
    if (isOutdated(error)) return runOn(client, query)
    throw error
  })

/** Runs a statement on a connection of its own. */
async function runAlone(pool: Pool, query: Query): Promise<StatementResult> {
  const client = await pool.connect()
  let hasEnded = false
  try {
    return await runAgainIfOutdated(client, query)
  } catch (error) {
    hasEnded = hasSessionEnded(error)
    throw error
  } finally {
    // A session that has ended must not serve the next statement.
    client.release(hasEnded)
  }
}

// For statements that are compiled already.
const runs = new WeakMap<object, Run>()

/**
 * Sends each statement when it is called, without Kysely's connections: waiting for one would let a later statement of
 * a transaction overtake an earlier one.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #execute: <R>(query: CompiledQuery) => Promise<QueryResult<R>>

  constructor(run: Run) {
    const execute = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await run(query)
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    }
    const connection = { executeQuery: execute, streamQuery: refuse }
    // For executors with plugins, which Kysely derives from this one.
    super(new PostgresQueryCompiler(), new PostgresAdapter(), { provideConnection: (use) => use(connection) })
    this.#execute = execute
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute(query)
  }
}

function refuse(): never {
  throw new Error('Use inTransaction for transactions, and a limit instead of streaming.')
}

const driver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  releaseConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  destroy: async () => {},
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

function kyselyOver(run: Run, runPrepared = run): Kysely<Tables> {
  const kysely = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor: new DirectExecutor(run) })
  runs.set(kysely, runPrepared)
  return kysely
}

interface Runs {
  run: Run
  /** For compiled statements, which are short and share connections. */
  runPrepared: Run
}

function runsOnPool(pool: Pool): Runs {
  const shared = new SharedConnections(pool)
  return {
    run: (query) => runAlone(pool, query),
    runPrepared: (query) => shared.run((client) => runAgainIfOutdated(client, query), hasSessionEnded),
  }
}

/** Runs each statement on any free connection of the pool. Compiled ones are short and share connections. */
export function kyselyOnPool(pool: Pool): Kysely<Tables> {
  const { run, runPrepared } = runsOnPool(pool)
  return kyselyOver(run, runPrepared)
}

/** A pool whose connections are all in use does not mean that its server is lost. */
const isServerLost = (error: unknown): boolean => isDatabaseUnavailable(error) && !isPoolExhausted(error)

/** Runs each statement on the replica while it is in use, and otherwise, or if it fails there, on the primary. */
export function kyselyOnReplica(replica: Replica, primary: Pool): Kysely<Tables> {
  const [onReplica, onPrimary] = [runsOnPool(replica.pool), runsOnPool(primary)]
  const choose =
    (kind: keyof Runs): Run =>
    (query) => {
      if (!replica.isInUse) {
        return onPrimary[kind](query).catch((error) => {
          if (!isServerLost(error)) throw error
          replica.losePrimary()
          if (!replica.isInUse) throw error
          return onReplica[kind](query)
        })
      }
      return onReplica[kind](query).catch((error) => {
        if (!isReplicaFailure(error)) throw error
        if (isServerLost(error)) replica.suspend()
        return onPrimary[kind](query)
      })
    }
  return kyselyOver(choose('run'), choose('runPrepared'))
}

const kyselys = new WeakMap<PoolClient, Kysely<Tables>>()

/** A handle for one transaction at a time on a connection. */
interface TransactionHandle {
  db: Kysely<Tables>
  /** Whether COMMIT or ROLLBACK was sent. A later statement would run outside the transaction, or in the next one. */
  isOver: boolean
}

const handles = new WeakMap<PoolClient, TransactionHandle>()

/** Returns the handle for the next transaction on a connection: the previous one if its transaction was committed. */
export function transactionOn(client: PoolClient): TransactionHandle {
  const known = handles.get(client)
  if (known !== undefined) {
    known.isOver = false
    return known
  }
  const created: TransactionHandle = {
    db: kyselyOver((query) =>
      created.isOver ? Promise.reject(new Error('The transaction has already ended.')) : runOn(client, query, true),
    ),
    isOver: false,
  }
  handles.set(client, created)
  return created
}

/** Rejects every statement that the work of a failed transaction sends from now on, even while the next one runs. */
export function abandonTransaction(client: PoolClient): void {
  const handle = handles.get(client)
  if (handle !== undefined) handle.isOver = true
  handles.delete(client)
}

/** Runs all statements on one connection. Created once for each connection. */
export const kyselyOnClient = (client: PoolClient): Kysely<Tables> => {
  let kysely = kyselys.get(client)
  if (kysely === undefined) {
    kysely = kyselyOver((query) => runOn(client, query, true))
    kyselys.set(client, kysely)
  }
  return kysely
}

/**
 * Runs a compiled statement without Kysely, which has nothing left to do. It must be short: outside of a transaction, it
 * shares a connection with others.
 */
export const runCompiled = (db: Kysely<Tables>, query: Query): Promise<StatementResult> => runs.get(db)!(query)
