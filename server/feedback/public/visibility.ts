import { type RawBuilder, sql } from 'kysely'

/**
 * What the public may know of a request: that it exists and what it is called, once the team has approved it, while it
 * is not closed, and on a public board. The one rule for mail, links, feeds and pages.
 * @param feedback the alias of the table in the statement.
 */
export const isVisible = (feedback: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${feedback}.${column}`)
  return sql<boolean>`${of('status')} = 'approved' and ${of('stage')} <> 'closed' and ${isOnPublicBoard(feedback)}`
}

/** Alone, it says nothing about whether the request may be known. @param feedback as above. */
export const isOnPublicBoard = (feedback: string): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${feedback}.${column}`)
  return sql<boolean>`exists (
    select from boards where boards.workspace_id = ${of('workspace_id')} and boards.id = ${of('board_id')}
      and boards.is_public)`
}
