import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildCluster, type Cluster, waitUntilWhole } from './cluster.ts'
import { addresses, driverAddress } from './hosts.ts'
import type { Reporter, Step } from './step.ts'
import { heedHostKilled } from './steps/heed-host-killed.ts'
import { partition } from './steps/partition.ts'
import { primaryKilled } from './steps/primary-killed.ts'
import { publication } from './steps/publication.ts'
import { rollingRestart } from './steps/rolling-restart.ts'
import { rollingUpgrade } from './steps/rolling-upgrade.ts'
import { secondsBetween } from './wait.ts'

// Runs in the sandbox: builds the cluster, runs the steps and prints their results.
const steps: Step[] = [primaryKilled, heedHostKilled, partition, rollingRestart, rollingUpgrade, publication]

const { positionals, values } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false }, logs: { type: 'string' } },
})
const unknown = positionals.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
// The programs on the hosts would keep this process alive.
process.exit(await run(process.argv[2]!, positionals, values))

async function run(folder: string, names: string[], { keep, logs }: { keep: boolean; logs?: string }): Promise<number> {
  const beganAt = Date.now()
  const failed: string[] = []
  try {
    console.log('— build: three database hosts, two Heed hosts and a worker with PgBouncer, HAProxy and Redis')
    const cluster = await buildCluster(folder, (line) => console.log(`      ${line}`))
    console.log(`      built in ${secondsBetween(beganAt, Date.now())}`)
    for (const step of steps) {
      if (names.length > 0 && !names.includes(step.name)) continue
      if (!(await runStep(step, cluster))) failed.push(step.name)
    }
    if (keep) await keepRunning(folder)
  } catch (error) {
    console.error(error)
    failed.push('build')
  } finally {
    if (logs !== undefined) await copyLogs(folder, logs)
  }
  const took = secondsBetween(beganAt, Date.now())
  console.log(failed.length === 0 ? `All steps passed in ${took}.` : `Failed: ${failed.join(', ')} (${took})`)
  return failed.length === 0 ? 0 : 1
}

/** Runs a step. @returns whether every check passed */
async function runStep(step: Step, cluster: Cluster): Promise<boolean> {
  console.log(`— ${step.name}: ${step.title}`)
  const beganAt = Date.now()
  let isPassed = true
  const reporter: Reporter = {
    note: (text) => console.log(`      ${text}`),
    check(promise, isKept, figure) {
      isPassed &&= isKept
      console.log(`${isKept ? 'PASS' : 'FAIL'}  ${promise}${figure === undefined ? '' : ` (${figure})`}`)
    },
  }
  try {
    await waitUntilWhole(cluster)
    await step.run(cluster, reporter)
  } catch (error) {
    console.error(error)
    reporter.check('the step runs to its end', false, (error as Error).message)
  }
  console.log(`      ${step.name} took ${secondsBetween(beganAt, Date.now())}`)
  return isPassed
}

/** Keeps everything running until a signal ends the sandbox. */
async function keepRunning(folder: string): Promise<void> {
  console.log(`The cluster keeps running until Ctrl+C. Enter it with: nsenter --all --target ${outerPid()} bash`)
  for (const [name, address] of Object.entries({ ...addresses, driver: driverAddress })) {
    console.log(`      ${name.padEnd(8)}${address}`)
  }
  console.log(
    `      files and logs: ${folder}; Heed: http://proxy:8080; primary: proxy:5000; replicas: proxy:5001; PgBouncer: port 6432 of each Heed host`,
  )
  await new Promise(() => setInterval(() => {}, 60_000))
}

/** Returns a command that prints the process id of this process outside of its namespace. */
function outerPid(): string {
  return `"$(pgrep -f 'cluster/driver.ts ${process.argv[2]}' | tail -n 1)"`
}

async function copyLogs(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  await cp(join(folder, 'logs'), target, { recursive: true })
  console.log(`      logs: ${target}`)
}
