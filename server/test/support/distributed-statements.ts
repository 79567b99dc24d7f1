import { type Client, DatabaseError, escapeLiteral, type Pool } from 'pg'
import { testStatementMark } from './spread-statements.ts'

const featureNotSupported = '0A000'

type Query = (text: unknown, values?: unknown[]) => Promise<unknown>

/**
 * Lets the statements that tests send to the pool join tables without naming a workspace, as PostgreSQL does. A
 * statement that Citus rejects for that reason is sent again and reads its tables on the coordinator. The product's
 * statements do not get this help: they are sent on connections of the pool.
 */
export function helpTestStatements(pool: Pool): void {
  const query = pool.query.bind(pool) as Query
  const sendMarked: Query = (text, values) =>
    query(typeof text === 'string' ? `${testStatementMark}${text}` : text, values)
  const send: Query = async (text, values) => {
    try {
      return await sendMarked(text, values)
    } catch (error) {
      const isRejected = error instanceof DatabaseError && error.code === featureNotSupported
      if (!isRejected || typeof text !== 'string') throw error
      if (error.message.startsWith('STABLE functions')) return runOnShards(query, text, values)
      if (error.message.endsWith('must not be VOLATILE')) {
        return sendMarked(text.replaceAll('clock_timestamp()', 'statement_timestamp()'), values)
      }
      const { rows } = (await query(
        "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h'",
      )) as { rows: { name: string }[] }
      return sendMarked(gatherTables(text, new Set(rows.map(({ name }) => name))), values)
    }
  }
  pool.query = send as Pool['query']
}

/** Reads all rows of the distributed tables first, in common table expressions with the names of the tables. */
function gatherTables(text: string, distributed: Set<string>): string {
  const names = new Set([...text.matchAll(/(?<![\w.'"])\w+\b(?! *\()/g)].map(([name]) => name))
  const tables = [...names].filter((name) => distributed.has(name))
  if (tables.length === 0) return text
  const gathered = tables.map((name) => `${name} as materialized (select * from public.${name})`).join(', ')
  return /^\s*with\b/i.test(text) ? text.replace(/with\b/i, `with ${gathered},`) : `with ${gathered} ${text}`
}

/**
 * Runs an update on each shard of its table. Tests make rows older by calculating with a time of the row, which Citus
 * rejects in an update of the whole table.
 */
async function runOnShards(query: Query, text: string, values: unknown[] = []): Promise<unknown> {
  const [start, table] = /^\s*update (\w+)\b/.exec(text)!
  const command = text
    .replace(start, 'update %s')
    .replaceAll(/\$(\d+)/g, (_, number: string) => escapeLiteral(String(values[Number(number) - 1])))
  const result = (await query('select success, result from run_command_on_shards($1, $2)', [table, command])) as {
    rows: { success: boolean; result: string }[]
  }
  const failure = result.rows.find(({ success }) => !success)
  if (failure) throw new Error(failure.result)
  return result
}

const ofOneRow = /\b(?:from|update) (\w+)\b.*? where (?!workspace_id)(\w*id) = \$(\d)/s

/**
 * Adds the workspace to the condition of a statement about one row, because Citus only locks the rows of one workspace.
 * @returns the statement unchanged if it is about other rows, or about no row that exists
 */
export async function nameWorkspace(client: Client, statement: string, values: unknown[]): Promise<string> {
  const [, table, column, parameter] = ofOneRow.exec(statement) ?? []
  if (table === undefined) return statement
  const { rows } = await client.query<{ id: string }>(
    `select workspace_id as id from ${table} where ${column} = $1 limit 1`,
    [values[Number(parameter) - 1]],
  )
  if (!rows[0]) return statement
  return statement.replace(` where ${column} =`, ` where workspace_id = '${rows[0].id}' and ${column} =`)
}
