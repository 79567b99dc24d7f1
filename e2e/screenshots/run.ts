import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { createDemoTemplate } from '../../server/test/demo-template.ts'
import { startTestCluster } from '../../server/test/test-database.ts'

// `npm run shots` captures every page of the console and portal into `screenshots/`; `npm run shots -- customer settings`
// only those whose name contains one of the words; `readme` is the console in the README.
const root = fileURLToPath(new URL('../../', import.meta.url))

const { status } = spawnSync(process.execPath, [join(root, 'bin', 'build-web.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
const cluster = await startTestCluster()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cluster.stop().finally(() => process.exit(1)))
}
await createDemoTemplate(cluster.socketDir)
const hasSucceeded = await captureScreenshots().finally(() => cluster.stop())
process.exit(hasSucceeded ? 0 : 1)

function captureScreenshots(): Promise<boolean> {
  const env = { ...process.env, HEED_TEST_SOCKET_DIR: cluster.socketDir, HEED_SHOTS: process.argv.slice(2).join(' ') }
  const stream = run({ files: [join(root, 'e2e', 'screenshots', 'capture.ts')], env } as Parameters<typeof run>[0])
  let hasPassed = true
  stream.on('test:fail', () => {
    hasPassed = false
  })
  stream.compose(spec).pipe(process.stdout)
  return new Promise((resolve) => stream.once('end', () => resolve(hasPassed)))
}
