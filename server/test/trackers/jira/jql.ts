/** The data of an issue that a query can match. */
interface SearchedIssue {
  projectId: string
  typeId: string
  isDone: boolean
  createdAt: number
  descriptionText: string
}

type Clause = (issue: SearchedIssue) => boolean

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The JQL clauses that Heed uses. */
const clauses: [RegExp, (...values: string[]) => Clause][] = [
  [
    /^project = (\d+)$/,
    (id) =>
      ({ projectId }) =>
        projectId === id,
  ],
  [
    /^issuetype in \((\d+(?:,\d+)*)\)$/,
    (ids) =>
      ({ typeId }) =>
        ids!.split(',').includes(typeId),
  ],
  [
    /^statusCategory != Done$/,
    () =>
      ({ isDone }) =>
        !isDone,
  ],
  [
    /^created >= "-(\d+)m"$/,
    (minutes) => {
      const since = Date.now() - Number(minutes) * 60_000
      return ({ createdAt }) => createdAt >= since
    },
  ],
  [
    /^description ~ "\\"([^"\\]+)\\""$/,
    (phrase) =>
      ({ descriptionText }) =>
        ` ${words(descriptionText).join(' ')} `.includes(` ${words(phrase!).join(' ')} `),
  ],
]

/** Parses a query; returns null if it has an unknown clause or no order. */
export function parseJql(jql: unknown): { matches: Clause; isNewestFirst: boolean } | null {
  const [, conditions, order] = /^(.+) ORDER BY created (ASC|DESC)$/.exec(String(jql)) ?? []
  if (conditions === undefined) return null
  const tests = conditions.split(' AND ').map(parseClause)
  if (tests.includes(null)) return null
  return { matches: (issue) => tests.every((test) => test!(issue)), isNewestFirst: order === 'DESC' }
}

function parseClause(text: string): Clause | null {
  for (const [pattern, make] of clauses) {
    const match = pattern.exec(text)
    if (match) return make(...match.slice(1))
  }
  return null
}

/** Returns the id of the project in a query. */
export const projectIn = (jql: string): string | null => /^project = (\d+)/.exec(jql)?.[1] ?? null
