import { readFile } from 'node:fs/promises'
import { allowedSplitStatements } from '../allowed-split-statements.ts'
import { type AllowedStatements, allowedSpreadStatements } from '../allowed-spread-statements.ts'

// Begins the statements that tests send themselves, which may query all nodes.
export const testStatementMark = '/* test */ '

// PostgreSQL writes the message, maybe a hint, and then the statement, whose further lines begin with a tab. The prefix of
// each entry is set in distributed-test-cluster.ts.
const entry = /^\S+ \S+ \S+ \[(?<process>\d+)\] (?<application>.*?) (?<message>[A-Z]+: {2}.*)$/
const statementStart = 'STATEMENT:  '
const spread = /^LOG: {2}multi-task query about to be executed$/
const split =
  /^DEBUG: {2}generating subplan \S+ for CTE \S+: (?:WITH .* )?(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO) /

/**
 * Reads the log of the coordinator.
 * @returns each distinct statement of the product that queried several shards, on one line
 */
export const listSpreadStatements = (log: string): string[] => listStatements(log, spread)

/**
 * Reads the log of the coordinator.
 * @returns each distinct statement of the product with a part that changes rows and that Citus ran on its own, on one line
 */
export const listSplitStatements = (log: string): string[] => listStatements(log, split)

function listStatements(log: string, announcement: RegExp): string[] {
  const found = new Set<string>()
  const announced = new Set<string>()
  let lines: string[] | null = null
  const end = () => {
    if (lines !== null) found.add(lines.join(' ').replaceAll(/\s+/g, ' ').trim())
    lines = null
  }
  for (const line of log.split('\n')) {
    const { process, application, message } = entry.exec(line)?.groups ?? {}
    if (process === undefined) {
      if (line.startsWith('\t')) lines?.push(line)
      continue
    }
    end()
    if (announcement.test(message!) && application!.startsWith('heed')) announced.add(process)
    if (!message!.startsWith(statementStart) || !announced.delete(process)) continue
    const text = message!.slice(statementStart.length)
    if (!text.startsWith(testStatementMark)) lines = [text]
  }
  end()
  return [...found].sort()
}

/**
 * Prints the statements of the product that queried several shards, and those that Citus ran in parts.
 * @returns a sentence for each of them that is not allowed to
 */
export async function reportStatements(logPath: string): Promise<string[]> {
  const log = await readFile(logPath, 'utf8')
  return [
    ...report('queried several shards', listSpreadStatements(log), allowedSpreadStatements),
    ...report('changed rows in separate parts', listSplitStatements(log), allowedSplitStatements),
  ]
}

function report(what: string, statements: string[], allowed: AllowedStatements[]): string[] {
  const beginnings = allowed.flatMap(({ begins }) => begins)
  const isAllowed = (statement: string) => beginnings.some((beginning) => statement.startsWith(beginning))
  console.log(`\nStatements of the product that ${what}: ${statements.length}`)
  for (const statement of statements) console.log(`  ${isAllowed(statement) ? '✔' : '✖'} ${statement.slice(0, 300)}`)
  return statements.filter((statement) => !isAllowed(statement)).map((each) => `${what} without a reason: ${each}`)
}
