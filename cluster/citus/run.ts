import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findCitus, missingCitus } from './installation.ts'

const usage = `Usage: npm run cluster -- citus [tests [part-of-a-path …] | spread]
  tests    runs test files on distributed databases; by default, those of features and of the API contract
  spread   measures the processor time of each node under the same load with one, two and three workers`

// The tests of requests and jobs, without those of the embedded database, its backups and query plans.
const testedFolders = [
  'accounts',
  'api-keys',
  'apps',
  'archives',
  'boards',
  'changelog',
  'comments',
  'console',
  'credentials',
  'customers',
  'edits',
  'events',
  'feedback',
  'files',
  'follows',
  'housekeeping',
  'imports',
  'inbox',
  'insights',
  'mcp',
  'members',
  'notifications',
  'overview',
  'platform/db/distribution',
  'platform/http',
  'portal',
  'reports',
  'retention',
  'roadmap',
  'saved-views',
  'tags',
  'test/attacks',
  'test/contract',
  'test/imports',
  'tracker',
  'votes',
  'webhooks',
  'weekly-digest',
  'workspaces',
].map((folder) => `server/${folder}`)

/** Runs tests or a measurement on Citus clusters on this machine. */
export async function run([part = 'tests', ...words]: string[]): Promise<void> {
  if ((await findCitus()) === null) throw new Error(missingCitus)
  if (part === 'spread') {
    const { printSpread } = await import('./spread.ts')
    return printSpread()
  }
  if (part !== 'tests') {
    console.error(usage)
    process.exitCode = 2
    return
  }
  process.exitCode = await runTests(
    words.length > 0 ? words : ['cluster/citus', ...testedFolders, 'e2e/console', 'e2e/portal'],
  )
}

/** Runs the named tests on a coordinator and two workers. */
function runTests(words: string[]): Promise<number> {
  const program = fileURLToPath(new URL('../../server/test/run.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...words], {
    stdio: 'inherit',
    env: { ...process.env, HEED_TEST_ENGINE: 'citus' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)))
}
