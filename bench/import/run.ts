import { spawn } from 'node:child_process'
import { glob, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBenchDataDir, removeDataDir, startBenchServer } from '../bench-server.ts'
import { ownFolder, ownProcess, removeOwnFolder } from '../clean-up.ts'
import { writeExport } from './files.ts'

const heed = fileURLToPath(new URL('../../bin/heed', import.meta.url))

/**
 * Imports a generated export with `heed import` while a server is running, and prints the import's time and memory and
 * the latency of a list before and during it.
 * @param share of the full size
 */
export async function printImport(share = 1): Promise<void> {
  const dataDir = await createBenchDataDir('import')
  const files = ownFolder(await mkdtemp(join(tmpdir(), 'heed-import-files-')))
  await writeExport(files, share)
  const server = await startBenchServer(dataDir)
  try {
    const run = (...args: string[]) => runHeed(dataDir, args)
    await run('workspace', 'create', '--name', 'Acme', '--slug', 'acme')
    await run('workspace', 'create', '--name', 'Other', '--slug', 'other')
    await run('demo', '--slug', 'readers')
    const { output } = await run(
      'key',
      'create',
      '--workspace',
      'readers',
      '--name',
      'bench',
      '--scopes',
      'all',
      '--json',
    )
    const { key } = JSON.parse(output)
    const list = () => timeList(`${server.origin}/api/v1/feedback`, key)
    const before = await sample(list, Promise.resolve(), 20_000)
    const databaseBefore = await databaseSeconds(dataDir)
    const begin = performance.now()
    const importing = run('import', files, '--workspace', 'acme', '--json')
    const during = await sample(list, importing, Number.POSITIVE_INFINITY)
    const { output: result, peakMegabytes, processorSeconds } = await importing
    const database = (await databaseSeconds(dataDir)) - databaseBefore
    const seconds = (performance.now() - begin) / 1_000
    const { counts } = JSON.parse(result)
    console.log(
      `Share ${share}: ${JSON.stringify(Object.fromEntries(Object.entries(counts as Record<string, { created: number }>).map(([name, { created }]) => [name, created])))}`,
    )
    console.log('| figure | required | measured |\n|---|---|---|')
    console.log(`| import, s | ≤ ${Math.round(300 * share)} | ${seconds.toFixed(0)} |`)
    console.log(
      `| processor time of the import and of PostgreSQL, s | — | ${processorSeconds.toFixed(1)} + ${database.toFixed(1)} |`,
    )
    console.log(`| memory of the import, MB | ≤ 400 | ${peakMegabytes} |`)
    console.log(
      `| p99 of a list before and during it, ms | at most double | ${before.toFixed(1)} → ${during.toFixed(1)} |`,
    )
  } finally {
    await server.stop()
    await removeDataDir(dataDir)
    await removeOwnFolder(files)
  }
}

// Linux counts processor time in hundredths of a second.
const ticksPerSecond = 100

/** Returns the processor time of a process in seconds, in user and kernel mode; 0 if it has ended. */
async function secondsOf(pid: number | string, { withEnded = false } = {}): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name, in parentheses, may contain spaces. After it come the state, the parent, …; the times are the 12th to the
  // 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, withEnded ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** Returns the processor time of PostgreSQL: of its main process, and of ended and running child processes. */
async function databaseSeconds(dataDir: string): Promise<number> {
  const files = await Array.fromAsync(glob('**/postmaster.pid', { cwd: dataDir }))
  const main = (await readFile(join(dataDir, files[0]!), 'utf8')).split('\n')[0]!
  const running = (await readFile(`/proc/${main}/task/${main}/children`, 'utf8')).trim().split(' ')
  const times = await Promise.all(running.map((pid) => secondsOf(pid)))
  return times.reduce((sum, seconds) => sum + seconds, await secondsOf(main, { withEnded: true }))
}

interface Ran {
  output: string
  peakMegabytes: number
  processorSeconds: number
}

async function runHeed(dataDir: string, args: string[]): Promise<Ran> {
  const child = ownProcess(
    spawn(process.execPath, [heed, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  let output = ''
  let peakMegabytes = 0
  let processorSeconds = 0
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  const watching = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    processorSeconds = Math.max(processorSeconds, await secondsOf(child.pid!))
    peakMegabytes = Math.max(peakMegabytes, Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024))
  }, 250)
  const [code] = await new Promise<[number | null]>((resolve) => child.once('close', (code) => resolve([code])))
  clearInterval(watching)
  if (code !== 0) throw new Error(`heed ${args[0]} ended with ${code}: ${output}`)
  return { output, peakMegabytes, processorSeconds }
}

async function timeList(url: string, key: string): Promise<number> {
  const begin = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`The list returned ${response.status}.`)
  return performance.now() - begin
}

// Below the limit of 120 requests a minute for one key.
const pauseMs = 510

/** Measures until a promise resolves, or for a time. @returns the 99th percentile, in milliseconds */
async function sample(measure: () => Promise<number>, work: Promise<unknown>, maxMs: number): Promise<number> {
  const times: number[] = []
  let isDone = false
  if (maxMs === Number.POSITIVE_INFINITY) {
    const end = () => {
      isDone = true
    }
    work.then(end, end)
  }
  const end = performance.now() + maxMs
  while (performance.now() < end && !isDone) {
    times.push(await measure())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  times.sort((a, b) => a - b)
  return times[Math.min(Math.floor(times.length * 0.99), times.length - 1)]!
}
