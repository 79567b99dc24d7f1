import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tables } from '../../tables.ts'

// One short name for each statement text, for the life of the process. The texts come from the code, since values are
// always parameters, so the map stays small.
const names = new Map<string, string>()

/** Returns the name under which each connection prepares this statement once. */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `h${names.size}`
    names.set(text, name)
  }
  return name
}

/** A result with PostgreSQL's command tag. A commit is answered with `COMMIT` or `ROLLBACK`. */
export interface StatementResult {
  command?: string
}

// Shutdown, crash, startup and dropped database; idle timeouts (PostgreSQL, appendix A). Its severity is translated.
const endOfSession = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'])

/** Runs Kysely's statements on one connection as named prepared statements. */
class PreparedConnection implements DatabaseConnection {
  readonly client: PoolClient
  /** Whether PostgreSQL has ended the session. Its last message says so before the connection closes. */
  hasEnded = false

  constructor(client: PoolClient) {
    this.client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R> & StatementResult> {
    const { sql: text, parameters } = query
    const result = await this.client
      .query({ name: statementName(text), text, values: parameters as unknown[] })
      .catch((error: { code?: string }) => {
        if (endOfSession.has(error.code ?? '')) this.hasEnded = true
        throw error
      })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0), command: result.command }
  }

  // biome-ignore lint/correctness/useYield: Heed streams no statement
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: bound the query with a limit instead.')
  }
}

interface ConnectionProvider {
  acquire(): Promise<PreparedConnection>
  release(connection: PreparedConnection): void
}

const kyselyOver = (provider: ConnectionProvider): Kysely<Tables> => {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: () => provider.acquire(),
    releaseConnection: async (connection) => provider.release(connection as PreparedConnection),
    destroy: async () => {},
    // transaction.ts begins and ends transactions, so that statements share round trips.
    beginTransaction: () => Promise.reject(new Error('Use inTransaction.')),
    commitTransaction: () => Promise.reject(new Error('Use inTransaction.')),
    rollbackTransaction: () => Promise.reject(new Error('Use inTransaction.')),
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** Runs each statement on any free connection of the pool. */
export function kyselyOnPool(pool: Pool): Kysely<Tables> {
  const kysely = kyselyOver({
    acquire: async () => connectionOf(await pool.connect()),
    // A session that has ended must not serve the next statement.
    release: (connection) => connection.client.release(connection.hasEnded),
  })
  pools.set(kysely, pool)
  return kysely
}

const pools = new WeakMap<object, Pool>()

/**
 * Runs a compiled statement. On a pool it skips Kysely, which has nothing left to do; in a transaction it goes through
 * Kysely like all other statements, so that they are sent in the order of their calls.
 */
export async function runCompiled<R>(db: Kysely<Tables>, query: CompiledQuery<R>): Promise<R[]> {
  const pool = pools.get(db)
  if (pool === undefined) return (await db.executeQuery(query)).rows
  const { sql: text, parameters } = query
  return (await pool.query({ name: statementName(text), text, values: parameters as unknown[] })).rows as R[]
}

const connections = new WeakMap<PoolClient, PreparedConnection>()

const connectionOf = (client: PoolClient): PreparedConnection => {
  let connection = connections.get(client)
  if (connection === undefined) {
    connection = new PreparedConnection(client)
    connections.set(client, connection)
  }
  return connection
}

const kyselys = new WeakMap<PoolClient, Kysely<Tables>>()

/** Runs all statements of a transaction on one connection. Created once for each connection. */
export const kyselyOnClient = (client: PoolClient): Kysely<Tables> => {
  let kysely = kyselys.get(client)
  if (kysely === undefined) {
    const connection = connectionOf(client)
    kysely = kyselyOver({ acquire: async () => connection, release: () => {} })
    kyselys.set(client, kysely)
  }
  return kysely
}
