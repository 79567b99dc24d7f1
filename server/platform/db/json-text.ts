import { type RawBuilder, sql } from 'kysely'

/*
 * JSON that PostgreSQL writes
 *
 * The driver parses every column of a row, and `JSON.stringify` writes it again. Several columns that arrive as one
 * piece of JSON save the process both; PostgreSQL has to write them as text in either case. Long texts and timestamps
 * stay columns of their own, because the process converts them faster than PostgreSQL.
 */

/** A member's value: an expression whose text is written as it is, or an object. */
export type JsonMember = RawBuilder<unknown> | JsonMembers
export interface JsonMembers {
  [name: string]: JsonMember
}

/** A text that people wrote, as a JSON string. @param column such as `f.title`; never null */
export const jsonString = (column: string): RawBuilder<unknown> => sql`to_json(${sql.ref(column)})`

/** A value without characters that JSON escapes, such as an id or a code, as a JSON string. Never null. */
export const jsonWord = (column: string): RawBuilder<unknown> => sql`'"' || ${sql.ref(column)} || '"'`

/** Like `jsonWord`; null is written as null. */
export const jsonWordOrNull = (column: string): RawBuilder<unknown> =>
  sql`coalesce('"' || ${sql.ref(column)} || '"', 'null')`

/** A number. Never null. */
export const jsonNumber = (column: string): RawBuilder<unknown> => sql.ref(column)

/**
 * Selects the members of a JSON object as text, without its braces. Their names come from the code and are not escaped.
 * The operator takes PostgreSQL a tenth less time for a page of requests than the function `concat`.
 */
export const jsonMembers = (members: JsonMembers): RawBuilder<string> => sql<string>`${joinParts(members)}`

const joinParts = (members: JsonMembers): RawBuilder<unknown> => sql.join(partsOf(members), sql` || `)

const partsOf = (members: JsonMembers): RawBuilder<unknown>[] =>
  Object.entries(members).flatMap(([name, member], index) => {
    const start = `${index === 0 ? '' : ','}"${name}":`
    return isExpression(member) ? [sql.lit(start), member] : [sql.lit(`${start}{`), ...partsOf(member), sql.lit('}')]
  })

const isExpression = (member: JsonMember): member is RawBuilder<unknown> => 'toOperationNode' in member
