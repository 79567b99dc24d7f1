import { readFile } from 'node:fs/promises'
import { allowedSpreadStatements } from '../allowed-spread-statements.ts'

// Begins the statements that tests send themselves, which may query all nodes.
export const testStatementMark = '/* test */ '

// PostgreSQL writes the message, a hint, and then the statement, whose further lines begin with a tab. The prefix of each
// entry is set in distributed-test-cluster.ts.
const entry = /^\S+ \S+ \S+ \[(?<process>\d+)\] (?<application>.*?) (?<kind>[A-Z]+): {2}(?<text>.*)$/
const message = 'multi-task query about to be executed'

/**
 * Reads the log of the coordinator.
 * @returns each distinct statement of the product that queried several shards, on one line
 */
export function listSpreadStatements(log: string): string[] {
  const found = new Set<string>()
  const announced = new Set<string>()
  let lines: string[] | null = null
  const end = () => {
    if (lines !== null) found.add(lines.join(' ').replaceAll(/\s+/g, ' ').trim())
    lines = null
  }
  for (const line of log.split('\n')) {
    const { process, application, kind, text } = entry.exec(line)?.groups ?? {}
    if (process === undefined) {
      if (line.startsWith('\t')) lines?.push(line)
      continue
    }
    end()
    if (kind === 'LOG' && text === message && application!.startsWith('heed')) announced.add(process)
    if (kind === 'STATEMENT' && announced.delete(process) && !text!.startsWith(testStatementMark)) lines = [text!]
  }
  end()
  return [...found].sort()
}

/** Prints the statements of the product that queried several shards. @returns those that are not allowed to */
export async function reportSpreadStatements(logPath: string): Promise<string[]> {
  const statements = listSpreadStatements(await readFile(logPath, 'utf8'))
  const beginnings = allowedSpreadStatements.flatMap(({ begins }) => begins)
  const isAllowed = (statement: string) => beginnings.some((beginning) => statement.startsWith(beginning))
  console.log(`\nStatements of the product that queried several shards: ${statements.length}`)
  for (const statement of statements) console.log(`  ${isAllowed(statement) ? '✔' : '✖'} ${statement.slice(0, 300)}`)
  return statements.filter((statement) => !isAllowed(statement))
}
