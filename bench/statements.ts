import type { Pool } from 'pg'
import { getFeedback, listFeedbackRows } from '../server/feedback/queries.ts'
import { kyselyOnPool } from '../server/platform/db/kysely-dialect.ts'
import type { Scope } from '../server/platform/scope.ts'

/** Returns the SQL of one of Heed's queries, so that the baseline server runs exactly the same statement. */
async function textOf(query: (scope: Scope) => Promise<unknown>): Promise<string> {
  let text = ''
  const pool = {
    query: async (statement: { text: string }) => {
      text = statement.text
      return { rows: [], rowCount: 0 }
    },
  } as unknown as Pool
  const scope = { db: kyselyOnPool(pool), workspaceId: '' } as Scope
  await query(scope).catch(() => {})
  return text
}

export const listStatement = (): Promise<string> => textOf((scope) => listFeedbackRows(scope, { limit: 25 }))

export const getStatement = (): Promise<string> => textOf((scope) => getFeedback(scope, ''))
