import { type Compilable, sql } from 'kysely'
import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
import { prepared } from '../platform/db/prepared.ts'
import { requireThat } from '../platform/db/require.ts'
import { isUuid } from '../platform/ids.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { type BoardRow, boardRows, firstOpenBoardRow, resolveBoardForSubmission } from './queries.ts'
import type { ReviewPolicy } from './review-policy.ts'

const maxRemembered = 5_000

export interface RememberedBoards {
  /** Returns the board for a new request, like `resolveBoardForSubmission`, and remembers it. */
  read(scope: Scope, reference: string | undefined): Promise<BoardRow>
  /** Returns the board that was last read with this reference, which may have changed since then. */
  recall(scope: Scope, reference: string | undefined): BoardRow | undefined
  /** Fails the transaction with `requireThat` unless reading would return the same board. */
  requireSame(tx: WriteScope, reference: string | undefined, board: BoardRow): void
}

/**
 * Remembers the boards of new requests, so that a request need not wait for its board to be read (ADR 0061). What creating
 * a request does not use may differ from the remembered board.
 */
export function rememberBoards(): RememberedBoards {
  const boards = new Map<string, BoardRow>()
  return {
    async read(scope, reference) {
      const name = nameOf(scope, reference)
      // A board that has closed is forgotten, so that each request to it does not fail twice.
      boards.delete(name)
      const board = await resolveBoardForSubmission(scope, reference)
      if (boards.size >= maxRemembered) boards.delete(boards.keys().next().value!)
      boards.set(name, board)
      return board
    },
    // Citus refuses some of these statements, and sends the others one by one.
    recall: (scope, reference) => (sendsDistributedStatements() ? undefined : boards.get(nameOf(scope, reference))),
    requireSame(tx, reference, { id, slug, name, reviews_new: reviewsNew }) {
      const expected = { workspaceId: tx.workspaceId, id, slug, name, reviewsNew }
      tx.defer(reference === undefined ? requireFirstBoard(tx.db, expected) : requireBoard(tx.db, expected))
    },
  }
}

// An id may be given in any case.
const nameOf = ({ workspaceId }: Scope, reference = ''): string =>
  `${workspaceId} ${isUuid(reference) ? reference.toLowerCase() : reference}`

interface ExpectedBoard {
  workspaceId: string
  id: string
  slug: string
  name: string
  reviewsNew: ReviewPolicy
}

const requireFirstBoard = prepared((db, expected: ExpectedBoard) =>
  db.selectNoFrom(requireThat(isExpected(firstOpenBoardRow(db, expected.workspaceId), expected)).as('required')),
)

// Compares id and slug, because the reference may be either.
const requireBoard = prepared((db, expected: ExpectedBoard) =>
  db.selectNoFrom(
    requireThat(isExpected(boardRows(db, expected.workspaceId).where('id', '=', expected.id), expected)).as('required'),
  ),
)

const isExpected = (board: Compilable, { id, slug, name, reviewsNew }: ExpectedBoard) =>
  sql<boolean>`exists (select from (${board}) b where b.id = ${id} and b.slug = ${slug} and b.name = ${name}
    and b.accepts_requests and b.reviews_new = ${reviewsNew})`
