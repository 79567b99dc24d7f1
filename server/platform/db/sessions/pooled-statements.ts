// How prepared statements are named on a connection to a pooler, which differs from PostgreSQL in two ways:
//
// - PgBouncer closes the connection of a client that prepares a name twice, even if PostgreSQL rejected the first attempt,
//   as it does in a transaction that has failed. So a name is never used again after an attempt that failed.
// - It prepares the same text once in each session, for all of its clients. A statement whose columns have changed since
//   ("cached plan must not change result type") would fail for as long as the session lasts, whatever its name. So its
//   text changes too, by a comment.

interface Named {
  name: string
  text: string
}

/** By id. */
type Counts = Map<string, number>

/** The attempts to prepare each statement that failed, on one connection. */
const failures = new WeakMap<object, Counts>()

/** How often the columns of each statement have changed since this process started. */
const revisions: Counts = new Map()

const suffixOf = (mark: string, count = 0): string => (count === 0 ? '' : `${mark}${count}`)

const nameOf = (connection: object, id: string): string =>
  `${id}${suffixOf('r', revisions.get(id))}${suffixOf('f', failures.get(connection)?.get(id))}`

const textOf = (text: string, revision = 0): string => (revision === 0 ? text : `${text} /* ${revision} */`)

/** Returns the name and text to send now. @param statement with its id as the name */
export const pooledStatement = (connection: object, { name: id, text }: Named): Named => ({
  name: nameOf(connection, id),
  text: textOf(text, revisions.get(id)),
})

/** Makes the statement be prepared under another name on this connection, unless another failure has done so already. */
export function renameStatement(connection: object, id: string, name: string): void {
  if (nameOf(connection, id) !== name) return
  const counts = failures.get(connection) ?? new Map<string, number>()
  failures.set(connection, counts.set(id, (counts.get(id) ?? 0) + 1))
}

/** Makes all connections prepare the statement with another text, unless another failure has done so already. */
export function reviseStatement(id: string, name: string): void {
  const revision = revisions.get(id) ?? 0
  const isCurrent = name.slice(id.length).split('f')[0] === suffixOf('r', revision)
  if (isCurrent) revisions.set(id, revision + 1)
}
