const column = String.raw`(?:"?\w+"?\.)?"?workspace_id"?`

// `f.workspace_id = $1`, as every statement of one workspace has it.
const named = new RegExp(String.raw`(?<![\w".])${column} = (\$\d+)|(\$\d+)(?:::uuid)? as "?workspace_id`)

// `r.workspace_id = f.workspace_id`, as joins and subqueries have it.
const joined = new RegExp(String.raw`(?<![\w".])(${column}) = (${column})(?![\w".(])`, 'g')

// Searches leave the workspace to the terms of the index, which include it (ADR 0032).
const searched = /\bwhere search_\w+\((\w+)\.workspace_id, /g

const write = /\b(?:insert into|update|delete from)\b/i

/** Returns a statement in the form in which Citus runs it on one node. On PostgreSQL, both forms have the same result. */
export const distributedText = (text: string): string => readClockOnce(pinWorkspace(selectInsteadOfValues(text)))

/**
 * Compares the workspace of every joined table and subquery with the parameter that names the workspace of the statement.
 * The result is the same, because they are compared with each other already. Citus finds the node that has the rows only if
 * each table names the workspace: it does not conclude inside of subqueries that two columns are equal.
 */
function pinWorkspace(text: string): string {
  const [, compared, selected] = named.exec(text) ?? []
  const parameter = compared ?? selected
  // A statement about several workspaces.
  if (parameter === undefined) return text
  return text
    .replaceAll(
      joined,
      (_, left: string, right: string) => `(${left} = ${right} and ${left} = ${parameter} and ${right} = ${parameter})`,
    )
    .replaceAll(searched, (found, table: string) =>
      found.replace('where ', `where ${table}.workspace_id = ${parameter} and `),
    )
}

/**
 * Lets a write read the time when it arrives instead of at each row, because Citus refuses volatile functions in writes.
 * The two differ by the time for which the statement waits for a lock, so a lease ends that much earlier.
 */
const readClockOnce = (text: string): string =>
  write.test(text) ? text.replaceAll('clock_timestamp()', 'statement_timestamp()') : text

/** Inserts the row of a query if one of its values is a subquery, which Citus supports in no list of values. */
function selectInsteadOfValues(text: string): string {
  const start = /^\s*insert into [^(]*\([^()]*\)\s+values \(/.exec(text)?.[0].length
  if (start === undefined) return text
  const end = closingParenthesis(text, start)
  const values = text.slice(start, end)
  // A second row would follow after a comma.
  if (!/\(\s*select\b/.test(values) || /^\)\s*,/.test(text.slice(end))) return text
  return `${text.slice(0, start).replace(/values \($/, 'select ')}${values}${text.slice(end + 1)}`
}

/** Returns the position of the parenthesis that closes the one before `start`. */
function closingParenthesis(text: string, start: number): number {
  let depth = 1
  for (const { 0: token, index } of text.slice(start).matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    if (depth === 0) return start + index
  }
  return text.length
}
