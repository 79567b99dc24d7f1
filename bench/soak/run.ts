import { appendFile, copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Database } from '../../server/platform/db/database.ts'
import { exitWithUsage, isPositive } from '../arguments.ts'
import { type BenchServer, createBenchDataDir, removeDataDir, startBenchServer } from '../bench-server.ts'
import { openBenchDatabase } from '../dataset.ts'
import { startSmtpSink } from '../publish.ts'
import { createSoakDataset } from './dataset.ts'
import { type OpenLoop, startOpenLoop } from './open-loop.ts'
import { createMix } from './operations.ts'
import { drawSoak } from './plot.ts'
import { createSampler, type Sample } from './sample.ts'
import { printSummary } from './summary.ts'

// Runs a mixed load at a fixed rate for a long time against a server of its own, and samples what it uses. Writes
// soak.csv and soak.svg to a new temporary folder. Linux only.
// Run: npm run soak -- [minutes] [requests per second] [--save, which also writes to docs/images] [--out=folder]
const { minutes, perSecond, values } = readArguments()

// Every 30 seconds in two hours.
const samplesPerRun = 240
const minIntervalMs = 1_000
// A workspace may send 600 API requests a minute. This load sends at most half of that to each.
const minWorkspaces = 40
const requestsPerWorkspace = 5

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

const outDir = values.out ?? (await mkdtemp(join(tmpdir(), 'heed-soak-')))
await mkdir(outDir, { recursive: true })
const dataDir = await createBenchDataDir()
const sink = await startSmtpSink()
let server: BenchServer | undefined
let database: Database | undefined
try {
  server = await startBenchServer(dataDir, {
    SMTP_URL: sink.url,
    MAIL_FROM: 'news@heed.test',
    WEB_PROCESSES: process.env.WEB_PROCESSES ?? '1',
  })
  database = openBenchDatabase(server.socketDir)
  await soak(server, database)
} catch (error) {
  if (!stopping.signal.aborted) throw error
} finally {
  await database?.close()
  await server?.stop()
  sink.stop()
  await removeDataDir(dataDir)
}

function readArguments() {
  const usage = 'Usage: npm run soak -- [minutes] [requests per second] [--save] [--out=folder]'
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { save: { type: 'boolean', default: false }, out: { type: 'string' } },
    })
    const [minutes = '120', perSecond = '80', ...others] = positionals
    const invalid = [minutes, perSecond].find((text) => !isPositive(text)) ?? others[0]
    if (invalid === undefined) return { minutes: Number(minutes), perSecond: Number(perSecond), values }
    return exitWithUsage(
      `Invalid argument “${invalid}”. Minutes and requests per second must be numbers greater than 0.\n${usage}`,
    )
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`)
  }
}

async function soak(server: BenchServer, database: Database): Promise<void> {
  console.log(`Preparing the data. Output: ${outDir}`)
  const workspaces = Math.max(minWorkspaces, Math.ceil(perSecond / requestsPerWorkspace))
  const dataset = await createSoakDataset(server, database, workspaces, stopping.signal)
  const sample = await createSampler(server, database)
  const load = startOpenLoop({
    origin: server.origin,
    perSecond,
    seconds: minutes * 60,
    signal: stopping.signal,
    next: createMix(dataset, server.origin),
  })
  console.log(`${perSecond} requests a second for ${minutes} minutes since ${new Date().toISOString()}`)
  const samples: Sample[] = []
  const intervalMs = Math.max(minIntervalMs, (minutes * 60_000) / samplesPerRun)
  let isFinished = false
  const finished = load.finished.finally(() => {
    isFinished = true
  })
  try {
    while (!isFinished && !stopping.signal.aborted) {
      await Promise.race([finished, sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})])
      // An interrupt on the terminal also stops the server, which can then no longer be measured.
      if (!stopping.signal.aborted) await addSample(samples, await sample(load.readInterval()))
    }
    await finished
  } finally {
    await report(samples, load)
  }
}

async function addSample(samples: Sample[], sample: Sample): Promise<void> {
  const rounded = Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, Math.round(value * 100) / 100]),
  )
  const file = join(outDir, 'soak.csv')
  if (samples.length === 0) await writeFile(file, `${Object.keys(rounded).join()}\n`)
  await appendFile(file, `${Object.values(rounded).join()}\n`)
  samples.push(rounded)
}

async function report(samples: Sample[], { errorSamples }: OpenLoop): Promise<void> {
  if (samples.length === 0) return
  const lasted = Math.round(samples.at(-1)!.seconds! / 60)
  const caption = `Soak on ${new Date().toISOString().slice(0, 10)}: ${perSecond} requests a second for ${lasted} minutes, ${cpus().length} cores`
  await writeFile(join(outDir, 'soak.svg'), drawSoak(samples, caption))
  console.log(caption)
  printSummary(samples)
  for (const [error, path] of errorSamples) console.log(`Error: ${error} (${path})`)
  if (!values.save) return
  for (const name of ['soak.csv', 'soak.svg']) {
    await copyFile(join(outDir, name), fileURLToPath(new URL(`../../docs/images/${name}`, import.meta.url)))
  }
}
