import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { declaredResponses } from './contract/openapi.ts'
import { createDemoTemplate } from './demo-template.ts'
import { startTestCluster } from './test-database.ts'

// `npm test` runs every test file; `npm test -- feedback races` those with one of the words in their path.
const words = process.argv.slice(2)
const root = fileURLToPath(new URL('../../', import.meta.url))

const folders = await Promise.all(
  ['server', 'i18n', 'web', 'e2e'].map(async (folder) =>
    (await readdir(join(root, folder), { recursive: true })).map((name) => join(root, folder, name)),
  ),
)
const files = folders
  .flat()
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => words.length === 0 || words.some((word) => relative(root, path).includes(word)))
  .sort()

// Browser tests run against the built pages.
const hasBrowserTests = files.some((path) => relative(root, path).startsWith('e2e'))
if (hasBrowserTests) {
  const { status } = spawnSync(process.execPath, [join(root, 'bin', 'build-web.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
const cluster = await startTestCluster()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cluster.stop().finally(() => process.exit(1)))
}
if (hasBrowserTests) await createDemoTemplate(cluster.socketDir)
const seenDir = await mkdtemp(join(tmpdir(), 'heed-seen-'))
const { passed, failed } = await runFiles().finally(() => cluster.stop())
const broken = words.length === 0 ? await untestedResponses() : []
await rm(seenDir, { recursive: true })
for (const line of broken) console.log(`✖ ${line}`)
console.log(`${passed} passed, ${failed + broken.length} failed`)
process.exit(failed + broken.length > 0 || passed === 0 ? 1 : 0)

function runFiles(): Promise<{ passed: number; failed: number }> {
  const stream = run({
    files,
    // Two at a time keep two cores busy; more make the timings of races less telling.
    concurrency: 2,
    timeout: 240_000,
    env: { ...process.env, HEED_TEST_SOCKET_DIR: cluster.socketDir, HEED_TEST_SEEN_DIR: seenDir },
  } as Parameters<typeof run>[0])
  const count = { passed: 0, failed: 0 }
  // A file is reported as a test of its own; only those inside are counted.
  const isTest = ({ nesting, name, details }: { nesting: number; name: string; details: { type?: string } }) =>
    details.type !== 'suite' && !(nesting === 0 && name.endsWith('.test.ts'))
  stream.on('test:pass', (event) => {
    if (isTest(event)) count.passed += 1
  })
  stream.on('test:fail', (event) => {
    if (event.details.type !== 'suite') count.failed += 1
  })
  stream.compose(spec).pipe(process.stdout)
  return new Promise((resolve) => stream.once('end', () => resolve(count)))
}

/** What the contract declares and no test has been answered with: nobody knows whether it is true. */
async function untestedResponses(): Promise<string[]> {
  const seen = new Set<string>()
  for (const name of await readdir(seenDir)) {
    for (const line of (await readFile(join(seenDir, name), 'utf8')).split('\n')) seen.add(line)
  }
  return declaredResponses
    .filter((name) => !seen.has(name))
    .map((name) => `declared in openapi.json, answered in no test: ${name}`)
}
