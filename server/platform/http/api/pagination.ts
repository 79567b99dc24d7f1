import type { Signer } from '../../crypto/secret-key.ts'
import { invalid } from '../../problems.ts'

/** The position of a row in a list: the values that the list is ordered by. */
export type Position = (string | number)[]

/**
 * Cursors of one list, for one workspace and one set of filters. A cursor is the position of the last row with a
 * signature over the position and that context, so a cursor from another context fails as altered (contract §3).
 */
export interface Cursors {
  encode(position: Position): string
  decode(cursor: string | undefined): Position | undefined
}

export function createCursors(signer: Signer, list: string, workspaceId: string, filters: object): Cursors {
  const context = JSON.stringify([list, workspaceId, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))])
  return {
    encode: (position) => {
      const text = JSON.stringify(position)
      return Buffer.concat([signer.sign(context + text), Buffer.from(text)]).toString('base64url')
    },
    decode: (cursor) => {
      if (cursor === undefined) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      const text = bytes.subarray(16).toString()
      // Comparing the re-encoded bytes rejects other spellings that base64url decoders accept.
      if (bytes.toString('base64url') !== cursor || !signer.isSignature(bytes.subarray(0, 16), context + text)) {
        const message = 'must be the nextCursor of the previous page of this list, sent with the same filters'
        throw invalid([{ path: 'query.cursor', message }])
      }
      return JSON.parse(text) as Position
    },
  }
}

export interface Page<T> {
  data: T[]
  pagination: { nextCursor: string | null; hasMore: boolean }
}

/** Builds a page from up to `limit + 1` rows. The extra row only shows that another page exists. */
export function paginate<Row, T>(
  rows: Row[],
  limit: number,
  cursors: Cursors,
  positionOf: (row: Row) => Position,
  present: (row: Row) => T,
): Page<T> {
  return {
    data: rows.slice(0, limit).map(present),
    pagination: paginationOf(rows, limit, cursors, positionOf),
  }
}

/**
 * Builds the pagination of a page from up to `limit + 1` rows, or from matches whose rows are read later. Some of those rows may
 * be gone by then.
 */
export function paginationOf<Row>(
  rows: Row[],
  limit: number,
  cursors: Cursors,
  positionOf: (row: Row) => Position,
): Page<Row>['pagination'] {
  const hasMore = rows.length > limit
  return { nextCursor: hasMore ? cursors.encode(positionOf(rows[limit - 1]!)) : null, hasMore }
}
