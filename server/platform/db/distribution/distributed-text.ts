const column = String.raw`(?:"?\w+"?\.)?"?workspace_id"?`

// `f.workspace_id = $1`, which every statement of one workspace contains.
const named = new RegExp(String.raw`(?<![\w".])${column} = (\$\d+)|(\$\d+)(?:::uuid)? as "?workspace_id`)

// `r.workspace_id = f.workspace_id`, which joins and subqueries contain.
const joined = new RegExp(String.raw`(?<![\w".])(${column}) = (${column})(?![\w".(])`, 'g')

// Searches do not compare the workspace, because the terms of the index include it (ADR 0032).
const searched = /\bwhere search_\w+\((\w+)\.workspace_id, /g

const write = /\b(?:insert into|update|delete from)\b/i

/** Rewrites a statement so that Citus runs it on one node. On PostgreSQL, both forms have the same result. */
export const distributedText = (text: string): string => readClockOnce(pinWorkspace(selectInsteadOfValues(text)))

/**
 * Compares the workspace of every joined table and subquery with the statement's workspace parameter. The result does
 * not change, because these columns are already compared with each other. Citus only finds the node if every table is
 * compared with the parameter: in subqueries, it does not infer that two columns are equal.
 */
function pinWorkspace(text: string): string {
  const [, compared, selected] = named.exec(text) ?? []
  const parameter = compared ?? selected
  // The statement is about several workspaces.
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
 * Replaces the clock in a write with the statement's start time, because Citus rejects volatile functions in writes.
 * The two differ by the time that the statement waits for a lock, so a lease that it sets ends that much earlier.
 */
const readClockOnce = (text: string): string =>
  write.test(text) ? text.replaceAll('clock_timestamp()', 'statement_timestamp()') : text

/** Replaces a `VALUES` list that contains a subquery with a query, because Citus rejects such lists. */
function selectInsteadOfValues(text: string): string {
  const start = /^\s*insert into [^(]*\([^()]*\)\s+values \(/.exec(text)?.[0].length
  if (start === undefined) return text
  const end = closingParenthesis(text, start)
  const values = text.slice(start, end)
  // Skips a list with several rows.
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
