import { type RawBuilder, sql } from 'kysely'
import { withoutIndex } from '../../platform/db/without-index.ts'
import type { Scope } from '../../platform/scope.ts'

const columnOf = (alias: string) => (column: string) => sql.ref(`${alias}.${column}`)

/**
 * Whether the public may see a request: it is approved, not closed and on a public board. Mail, links, feeds and pages
 * all use this rule.
 * @param feedback the alias of `feedback` in the statement.
 */
export const isVisible = (feedback: string): RawBuilder<boolean> =>
  sql<boolean>`${isApprovedAndOpen(feedback)} and ${isOnPublicBoard(feedback)}`

/**
 * The same rule for statements that scan many requests: the boards are read once, before the scan, and
 * no index of boards, statuses or stages is used.
 */
export const isVisibleOnBoards = (feedback: string, workspaceId: string): RawBuilder<boolean> =>
  withoutIndex(sql`${isApprovedAndOpen(feedback)} and ${sql.ref(`${feedback}.board_id`)} = any(array(
    select b.id from boards b where b.workspace_id = ${workspaceId} and b.is_public))`)

/**
 * Whether a request is pending on a public board. Only its submitter may see it, so the statement must also check who
 * that is.
 */
export const isOwnPending = (feedback: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${feedback}.status`)} = 'pending' and ${isOnPublicBoard(feedback)})`

/** One of the conditions of visibility; on its own it discloses nothing about the request. */
export const isOnPublicBoard = (feedback: string): RawBuilder<boolean> => {
  const column = columnOf(feedback)
  return sql<boolean>`exists (
    select from boards where boards.workspace_id = ${column('workspace_id')} and boards.id = ${column('board_id')}
      and boards.is_public)`
}

const isApprovedAndOpen = (feedback: string): RawBuilder<boolean> => {
  const column = columnOf(feedback)
  return sql<boolean>`${column('status')} = 'approved' and ${column('stage')} <> 'closed'`
}

/** Returns the ids of the requests that the public may see. */
export async function filterVisibleIds({ db, workspaceId }: Scope, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select f.id from feedback f
    where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[]) and ${isVisible('f')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
