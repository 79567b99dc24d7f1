import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readMigrations } from '../server/platform/db/migrate.ts'
import { findIncompatibleStatements } from '../server/platform/db/migration-compatibility.ts'

// Runs every check that a change must pass, except the tests. Then lists the failed checks.
process.env.REDOCLY_TELEMETRY = 'off'
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true'

interface Check {
  name: string
  run(): Promise<CheckResult>
}

interface CheckResult {
  isPassed: boolean
  output: string
}

const bin = (name: string) => join('node_modules', '.bin', name)
// Type checks use the native compiler. TypeScript 6 is only for tools that need its API.
const tsc = join('node_modules', 'typescript-native', 'bin', 'tsc')
const sources = ['server', 'cluster', 'i18n', 'bench', 'bin', 'web', 'e2e', 'clients']
// Built files, packages and running instances.
const notOurs =
  /^(node_modules|data|\.git|web\/build|web\/\.react-router|clients\/typescript\/(dist|runtimes\/node_modules))\//

// The first files were written before the first release, when data folders could not be upgraded.
const firstCheckedMigration = '0031'

// The slowest checks come first.
const checks: Check[] = [
  program('dependency rules', bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...sources),
  program('dead code', bin('knip')),
  program('generated files', process.execPath, 'bin/generate.ts', '--check'),
  program('types of the pages', tsc, '-p', 'web'),
  program('types', tsc, '-p', '.'),
  program('types of the client', tsc, '-p', 'clients/typescript', '--noEmit'),
  program('contract', bin('redocly'), 'lint', 'openapi.json'),
  program('lint and format', bin('biome'), 'ci', '--error-on-warnings', '.'),
  { name: 'migrations', run: checkMigrations },
  { name: 'file sizes', run: checkFileSizes },
  { name: 'folder sizes', run: checkFolderSizes },
]

const failed = await runAll(checks)
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

/** Runs as many checks at a time as there are cores, and prints each one's output when it has ended. */
async function runAll(checks: Check[]): Promise<string[]> {
  const queue = [...checks]
  const failed: string[] = []
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const begin = performance.now()
      const { isPassed, output } = await check.run()
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1)
      process.stdout.write(`— ${check.name}: ${isPassed ? 'passed' : 'failed'} (${seconds} s)\n${output}`)
      if (!isPassed) failed.push(check.name)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed
}

function program(name: string, file: string, ...args: string[]): Check {
  const run = () =>
    new Promise<CheckResult>((resolve, reject) => {
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text
        })
      }
      child.once('error', reject)
      child.once('close', (status) => resolve({ isPassed: status === 0, output }))
    })
  return { name, run }
}

/** Rejects migrations that processes of the previous version cannot run beside, unless they say so. */
async function checkMigrations(): Promise<CheckResult> {
  const output = (await readMigrations())
    .filter(({ name }) => name >= firstCheckedMigration)
    .flatMap(({ name, text }) => findIncompatibleStatements(text).map((problem) => `${name}: ${problem}\n`))
    .join('')
  const advice = 'Expand first and contract in a later version, or add a comment: -- incompatible: reason\n'
  return { isPassed: output === '', output: output === '' ? '' : output + advice }
}

async function checkFileSizes(): Promise<CheckResult> {
  const maxLines = 400
  let output = ''
  for (const { parentPath, name } of await listFiles('.')) {
    const path = join(parentPath, name)
    const isGenerated =
      notOurs.test(path) ||
      /^(schema\.sql|server\/tables\.ts|migrations\/0001_baseline\.sql|clients\/typescript\/src\/generated\/.*)$/.test(
        path,
      )
    if (isGenerated || !/\.(tsx?|mjs|css|sql)$/.test(name)) continue
    const lines = (await readFile(path, 'utf8')).split('\n').length - 1
    if (lines > maxLines) output += `${path} has ${lines} lines; the limit is ${maxLines}.\n`
  }
  return { isPassed: output === '', output }
}

/**
 * Rejects folders of code with too many files side by side: divide them by subdomain. Tests do not count, because each
 * stands beside what it tests. Migrations and decisions are outside of these folders: their numbered files only accumulate.
 */
async function checkFolderSizes(): Promise<CheckResult> {
  const maxFiles = 25
  const counts = new Map<string, number>()
  for (const folder of sources) {
    for (const { parentPath, name } of await listFiles(folder)) {
      if (/\.test\.tsx?$/.test(name) || notOurs.test(`${parentPath}/`)) continue
      counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1)
    }
  }
  const output = [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => `${folder} has ${count} files, not counting tests; the limit is ${maxFiles}.\n`)
    .join('')
  return { isPassed: output === '', output }
}

async function listFiles(folder: string) {
  return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
}
