type NumberKind = 'count' | 'share'

interface Choice {
  /** The numbers that may follow the name, as in the list of choices. */
  parameter?: string
  kind?: NumberKind
  /** How many numbers may follow. */
  max?: number
}

// What `npm run bench` can measure.
const choices = {
  short: {},
  api: {},
  large: { parameter: '[requests]', kind: 'count', max: 1 },
  search: {},
  portal: {},
  space: {},
  'console-open': {},
  installation: {},
  webhooks: { parameter: '[events]', kind: 'count', max: 1 },
  import: { parameter: '[share]', kind: 'share', max: 1 },
  export: { parameter: '[share]', kind: 'share', max: 1 },
  growth: { parameter: '[shares]', kind: 'share', max: Number.POSITIVE_INFINITY },
} satisfies Record<string, Choice>

/** What to measure: one of the choices, or the whole table. */
export type BenchName = keyof typeof choices | 'full'

const rules: Record<NumberKind, { isValid(value: number): boolean; description: string }> = {
  count: { isValid: (value) => Number.isSafeInteger(value) && value > 0, description: 'a whole number greater than 0' },
  share: { isValid: (value) => value > 0 && value <= 1, description: 'a number greater than 0 and at most 1' },
}

/**
 * Reads the arguments of `npm run bench`.
 * @throws an error whose message lists the choices, if a word is unknown or a number is not valid
 */
export function parseBenchArguments(args: readonly string[]): { name: BenchName; numbers: number[] } {
  const [name, ...rest] = args
  if (name === undefined) return { name: 'full', numbers: [] }
  if (!Object.hasOwn(choices, name)) throw withChoices(`There is no benchmark “${name}”.`)
  const { parameter, kind, max = 0 }: Choice = choices[name as keyof typeof choices]
  if (rest.length > max) {
    const limit = parameter === undefined ? 'takes no further arguments' : `takes only ${parameter}`
    throw withChoices(`“${name}” ${limit}, not “${rest.join(' ')}”.`)
  }
  const rule = rules[kind ?? 'count']
  const invalid = rest.find((text) => !rule.isValid(Number(text)))
  if (invalid !== undefined) throw withChoices(`${parameter} must be ${rule.description}, not “${invalid}”.`)
  return { name: name as BenchName, numbers: rest.map(Number) }
}

function withChoices(problem: string): Error {
  const list = Object.entries<Choice>(choices).map(([name, { parameter }]) =>
    [name, parameter].filter(Boolean).join(' '),
  )
  return new Error(
    `${problem}\nChoose one: npm run bench -- ${list.join(' | ')}\nWithout a choice, it measures the whole table.`,
  )
}

/** Exits with status 1 and the message of an error in the arguments. */
export function exitWithUsage(message: string): never {
  console.error(message)
  process.exit(1)
}

/** Returns whether an argument is a number greater than 0. */
export const isPositive = (text: string): boolean => Number(text) > 0 && Number.isFinite(Number(text))
