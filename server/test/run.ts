import { spawnSync } from 'node:child_process'
import { access, chmod, constants, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declaredResponses } from './contract/openapi.ts'
import { createDemoTemplate } from './demo-template.ts'
import { startDistributedTestCluster } from './distributed-test-cluster.ts'
import { excludedFromCitus } from './excluded-from-citus.ts'
import { retryFailedFiles } from './retry.ts'
import { runInShards } from './shards.ts'
import { type Pooler, startPooler } from './support/pooler.ts'
import { reportStatements } from './support/spread-statements.ts'
import { setTestDefaults, startTestCluster, type TestCluster } from './test-database.ts'

// `npm test` runs every test file; `npm test -- feedback races` runs the files whose path contains one of the words.
// `npm test -- --save-durations` also saves the duration of each file, which orders the files of later runs.
// `HEED_TEST_RETRY=1 npm test`, as in CI, runs the files that failed once more and names those that then pass as flaky.
const isSavingDurations = process.argv.includes('--save-durations')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const root = fileURLToPath(new URL('../../', import.meta.url))
const gibibyte = 1_024 ** 3
const durationsFile = new URL('durations.json', import.meta.url)
/** In seconds, by path. */
const durations: Record<string, number> = JSON.parse(await readFile(durationsFile, 'utf8'))

const isRetrying = process.env.HEED_TEST_RETRY === '1'
const isDistributed = process.env.HEED_TEST_ENGINE === 'citus'
const folders = await Promise.all(
  ['server', 'bench', 'i18n', 'web', 'e2e', 'clients', 'cluster'].map(async (folder) =>
    (await readdir(join(root, folder), { recursive: true })).map((name) => join(root, folder, name)),
  ),
)
const files = folders
  .flat()
  .filter((path) => path.endsWith('.test.ts') && !relative(root, path).includes('node_modules'))
  .filter((path) =>
    isDistributed
      ? !(relative(root, path) in excludedFromCitus)
      : !relative(root, path).startsWith(join('cluster', 'citus')),
  )
  .filter((path) => words.length === 0 || words.some((word) => relative(root, path).includes(word)))
  .sort()

// Browser tests run against the built pages.
const hasBrowserTests = files.some((path) => relative(root, path).startsWith('e2e'))
if (hasBrowserTests) {
  const { status } = spawnSync(process.execPath, [join(root, 'bin', 'build-web.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
// Caches that later runs use stay in the system's folder.
const cacheDir = tmpdir()
const folder = await createTemporaryFolder()
process.env.TMPDIR = folder
let cluster: TestCluster | null = null
let pooler: Pooler | null = null
const cleanUp = async () => {
  await pooler?.stop()
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => cleanUp().finally(() => process.exit(1)))
}
cluster = isDistributed ? await startDistributedTestCluster() : await startTestCluster()
// `HEED_TEST_POOLER=1 npm test` puts PgBouncer between all tests and the database.
if (process.env.HEED_TEST_POOLER === '1') {
  await setTestDefaults(cluster.socketDir)
  pooler = await startPooler(cluster.socketDir)
}
if (hasBrowserTests) await createDemoTemplate(cluster.socketDir)
const seenDir = await mkdtemp(join(tmpdir(), 'heed-seen-'))
const shardOptions = {
  root,
  env: {
    ...process.env,
    // Selects the fast build of React, as in production.
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(cacheDir, 'node-compile-cache'),
    HEED_TEST_CACHE_DIR: cacheDir,
    HEED_TEST_SOCKET_DIR: cluster.socketDir,
    ...(pooler !== null && { HEED_TEST_POOLER_SOCKET_DIR: pooler.socketDir }),
    HEED_TEST_SEEN_DIR: seenDir,
  },
  print: (report: string) => void process.stdout.write(report),
}
// Two shards keep the two cores of a typical CI machine busy; more would distort the timing of the concurrency tests.
const run = (paths: string[], shards: number) =>
  runInShards({ files: paths, shards, ...shardOptions }).catch(async (error) => {
    await cleanUp()
    throw error
  })
const firstResults = await run(longestFirst(files), 2)
const { results, flaky } = isRetrying
  ? await retryFailedFiles(firstResults, (name) => run([join(root, name)], 1))
  : { results: firstResults, flaky: [] }
// With Citus, the product's statements that query several shards or run in parts are listed with reasons.
const spread = cluster.logPath === undefined ? [] : await reportStatements(cluster.logPath)
const untested = words.length === 0 ? await untestedResponses() : []
await cleanUp()
for (const line of untested) console.log(`✖ ${line}`)
for (const line of spread) console.log(`✖ ${line}`)
if (isSavingDurations) await saveDurations()
printSummary()

/**
 * Creates the folder for all files of this run. PostgreSQL writes a lot of data that is never read again, so the
 * folder is in memory if the system has at least 4 GiB for it, and 2 GiB more for the tests.
 */
async function createTemporaryFolder(): Promise<string> {
  const memory = '/dev/shm'
  const isWritable = await access(memory, constants.W_OK).then(
    () => true,
    () => false,
  )
  const { bavail, bsize } = isWritable ? await statfs(memory) : { bavail: 0, bsize: 0 }
  const free = Math.min(bavail * bsize, process.availableMemory() - 2 * gibibyte)
  const created = await mkdtemp(join(free >= 4 * gibibyte ? memory : tmpdir(), 'heed-run-'))
  // Some tests run processes as another user.
  await chmod(created, 0o755)
  return created
}

/** Puts the slowest files first, so that no shard starts a long file when the others have run out of work. */
function longestFirst(paths: string[]): string[] {
  const secondsOf = (path: string) => durations[relative(root, path)] ?? 0
  return paths.toSorted((a, b) => secondsOf(b) - secondsOf(a))
}

async function saveDurations(): Promise<void> {
  const rounded = results.map(({ name, seconds }) => [name, Math.round(seconds)] as const)
  const rows = rounded.filter(([, seconds]) => seconds > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(durationsFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
}

function printSummary(): void {
  for (const { name, failures } of results) if (failures !== '') console.log(`\nFailures in ${name}:\n${failures}`)
  for (const { name, failures } of flaky) console.log(`\nFlaky, passed when run again: ${name}:\n${failures}`)
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const lines = slowest.map(({ seconds, name }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
  console.log(`\nSlowest files:\n${lines.join('\n')}`)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, untested.length + spread.length)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}

/** Lists the responses that openapi.json declares and that no test has received. */
async function untestedResponses(): Promise<string[]> {
  const seen = new Set<string>()
  for (const name of await readdir(seenDir)) {
    for (const line of (await readFile(join(seenDir, name), 'utf8')).split('\n')) seen.add(line)
  }
  return declaredResponses
    .filter((name) => !seen.has(name))
    .map((name) => `declared in openapi.json, but no test received it: ${name}`)
}
