// A comment that declares, with a reason, that processes of the previous version cannot run beside the migration (`--
// incompatible: …`), or that they can although a statement looks incompatible, such as a check that accepts more than
// before (`-- compatible: …`).
const declaration = /^[^\S\n]*--[^\S\n]*(?:in)?compatible:[^\S\n]*\S/m

interface Rule {
  pattern: RegExp
  problem: string
}

const name = String.raw`(?:if\s+exists\s+)?(?:only\s+)?"?(\w+)"?`

// Each pattern captures the table.
const rules: Rule[] = [
  { pattern: new RegExp(`^drop\\s+table\\s+${name}`), problem: 'drops a table that the previous version uses' },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+${name}.*\\bdrop\\s+(?:column\\s+)?(?!constraint|not|default|expression|identity)\\w`,
    ),
    problem: 'drops a column that the previous version uses',
  },
  {
    pattern: new RegExp(`^alter\\s+table\\s+${name}.*\\brename\\b`),
    problem: 'renames what the previous version uses by its old name',
  },
  {
    pattern: new RegExp(`^alter\\s+table\\s+${name}.*\\balter\\s+(?:column\\s+)?\\w+\\s+(?:set\\s+data\\s+)?type\\b`),
    problem: 'changes the type of a column that the previous version reads and writes',
  },
  {
    pattern: new RegExp(`^alter\\s+table\\s+${name}.*\\bset\\s+not\\s+null\\b`),
    problem: 'requires a column that the previous version may leave out',
  },
  {
    pattern: new RegExp(`^alter\\s+table\\s+${name}.*\\bdrop\\s+default\\b`),
    problem: 'requires a column that the previous version may leave out',
  },
  {
    pattern: new RegExp(
      `^alter\\s+table\\s+${name}.*\\badd\\s+(?:constraint\\s+\\w+\\s+)?(?:check|unique|exclude|foreign\\s+key|primary\\s+key)\\b`,
    ),
    problem: 'adds a constraint that rows of the previous version may break',
  },
  {
    pattern: new RegExp(`^create\\s+unique\\s+index\\s+(?:\\w+\\s+)?on\\s+${name}`),
    problem: 'adds a unique index that rows of the previous version may break',
  },
]

const addedColumn =
  /\badd\s+(?:column\s+)?(?!constraint|check|unique|exclude|foreign|primary)(\w+)\s+((?:[^,(]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)/g

/**
 * Finds statements that are incompatible with the previous version. During an upgrade, its processes still read and
 * write after the new version has migrated: expand first, and contract in a later version. Tables that the migration
 * creates are exempt.
 * @returns one sentence for each statement; empty if the migration has a declaration
 */
export function findIncompatibleStatements(text: string): string[] {
  if (declaration.test(text)) return []
  const statements = splitStatements(text)
  const created = new Set(
    statements.map((each) => /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/.exec(each)?.[1]),
  )
  return statements.flatMap((statement) => {
    const found = rules.flatMap(({ pattern, problem }) => {
      const table = pattern.exec(statement)?.[1]
      return table === undefined || created.has(table) ? [] : [`${table}: ${problem}`]
    })
    return [...found, ...requiredColumns(statement, created)]
  })
}

/** Finds new columns without a default that the previous version does not fill. */
function requiredColumns(statement: string, created: Set<string | undefined>): string[] {
  const table = new RegExp(`^alter\\s+table\\s+${name}`).exec(statement)?.[1]
  if (table === undefined || created.has(table)) return []
  return [...statement.matchAll(addedColumn)]
    .filter(([, , definition = '']) => /\bnot\s+null\b/.test(definition) && !/\b(default|generated)\b/.test(definition))
    .map(([, column]) => `${table}: adds the required column ${column}, which the previous version does not fill`)
}

/** Splits SQL into statements in lower case without comments and without the contents of strings and function bodies. */
function splitStatements(text: string): string[] {
  return text
    .replaceAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$/gs, (found) => (found.startsWith('--') ? ' ' : "''"))
    .split(';')
    .map((statement) => statement.trim().toLowerCase().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '')
}
