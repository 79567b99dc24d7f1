import { sql } from 'kysely'
import type { WriteScope } from '../scope.ts'

/**
 * Defers a statement that may take longer than others (`statement_timeout`), because it changes any number of rows. It
 * must not lock what other requests wait for.
 * @param send sends the statement
 */
export function deferLongStatement(
  { db, defer }: Pick<WriteScope, 'db' | 'defer'>,
  send: () => Promise<unknown>,
): void {
  defer(sql`set local statement_timeout = '10min'`.execute(db))
  defer(send())
  defer(sql`set local statement_timeout to default`.execute(db))
}
