import { spawn, spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exitWithUsage, isPositive } from '../arguments.ts'
import { createBenchDataDir, freePort, removeDataDir, startBenchServer } from '../bench-server.ts'
import { cleanUpOnSignal } from '../clean-up.ts'
import { openBenchDatabase } from '../dataset.ts'
import { databaseCpuMicros, postmasterOf, usageOf } from '../process-usage.ts'
import { startSmtpSink } from '../publish.ts'
import { attachProfiler, listFunctionTimes } from './cpu-profile.ts'
import { loads } from './loads.ts'
import { listSystemCalls } from './system-calls.ts'

// Shows where the server's time goes under one load: processor time per request, the functions by elapsed time,
// and the system calls. Linux only. Run: npm run profile -- list|get|create|search|portal|publish [seconds]
const [name = '', seconds = '10', ...others] = process.argv.slice(2)
const prepare = Object.hasOwn(loads, name) ? loads[name] : undefined
const usage = `npm run profile -- ${Object.keys(loads).join('|')} [seconds]`
if (prepare === undefined) exitWithUsage(`Choose a load: ${usage}`)
if (!isPositive(seconds)) exitWithUsage(`The seconds must be a number greater than 0, not “${seconds}”: ${usage}`)
if (others.length > 0) exitWithUsage(`“${others[0]}” is not expected here: ${usage}`)

cleanUpOnSignal()
const shownFunctions = 30
const profiles = fileURLToPath(new URL('../../profiles/', import.meta.url))
const inspectorPort = await freePort()
const dataDir = await createBenchDataDir()
const sink = await startSmtpSink()
const server = await startBenchServer(
  dataDir,
  { SMTP_URL: sink.url, MAIL_FROM: 'news@heed.test' },
  { flags: [`--inspect=127.0.0.1:${inspectorPort}`] },
)
const database = openBenchDatabase(server.socketDir)
try {
  console.log('Preparing the data')
  const run = await prepare(server, database)
  const length = Number(seconds)
  await run(Math.min(length, 4))
  await reportUsage(run, length)
  await reportFunctions(run, length)
  await reportSystemCalls(run, length)
} finally {
  await database.close()
  await server.stop()
  sink.stop()
  await removeDataDir(dataDir)
}

/** Measured first, because profiling and tracing slow the process down. */
async function reportUsage(run: (seconds: number) => Promise<number>, length: number): Promise<void> {
  const postmaster = await postmasterOf(server.socketDir)
  const read = async () => ({ ...(await usageOf(server.pid)), database: await databaseCpuMicros(postmaster) })
  const startedAt = performance.now()
  const before = await read()
  const count = await run(length)
  const after = await read()
  const each = (used: keyof typeof after) =>
    ((after[used] - before[used]) / count).toFixed(used === 'cpuMicros' ? 0 : 1)
  console.log(`\n${name}: ${Math.round(count / ((performance.now() - startedAt) / 1_000))} a second`)
  console.log(`  processor time per request: ${each('cpuMicros')} µs in Node.js, ${each('database')} µs in PostgreSQL`)
  console.log(`  system calls per request: ${each('reads')} reads, ${each('writes')} writes`)
  console.log(`  memory: ${await server.residentMegabytes()} MB`)
}

async function reportFunctions(run: (seconds: number) => Promise<number>, length: number): Promise<void> {
  const profiler = await attachProfiler(inspectorPort)
  await profiler.start()
  const count = await run(length)
  const json = await profiler.stop()
  await mkdir(profiles, { recursive: true })
  const file = join(profiles, `${name}.cpuprofile`)
  await writeFile(file, json)
  const times = listFunctionTimes(json)
  const total = times.reduce((sum, { micros }) => sum + micros, 0)
  console.log(`\nFunctions by their own time, µs per request (the whole profile, for Chrome DevTools: ${file})`)
  for (const each of times.slice(0, shownFunctions)) {
    const share = ((100 * each.micros) / total).toFixed(1)
    console.log(`${(each.micros / count).toFixed(1).padStart(8)} ${share.padStart(5)} %  ${each.name}`)
  }
}

async function reportSystemCalls(run: (seconds: number) => Promise<number>, length: number): Promise<void> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) {
    console.log('\nInstall strace to see system calls.')
    return
  }
  const strace = spawn('strace', ['-c', '-f', '-qq', '-S', 'calls', '-p', String(server.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let table = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => {
    table += text
  })
  // strace ends at once if it may not attach to the server.
  const ended = new Promise((resolve) => strace.once('close', resolve))
  const count = await run(Math.min(length, 5))
  const hasEndedEarly = strace.exitCode !== null || strace.signalCode !== null
  strace.kill('SIGINT')
  await ended
  if (hasEndedEarly) {
    console.log(`\nSystem calls could not be recorded:\n${table.trim()}`)
    return
  }
  console.log(`\nSystem calls during ${count} requests\n${listSystemCalls(table).join('\n')}`)
}
