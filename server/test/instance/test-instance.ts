import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterShard } from '../lifetime.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface ExitResult {
  /** The exit status. Null if a signal ended the process. */
  status: number | null
  signal: NodeJS.Signals | null
}

/** A Heed process: its output so far and how it ended. */
export interface HeedProcess {
  child: ChildProcess
  stdout(): string
  stderr(): string
  ended: Promise<ExitResult>
}

/** A running server. */
export interface TestInstance extends HeedProcess {
  origin: string
  pid: number
  dataDir: string
  /** Sends the signal and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<ExitResult>
}

export interface StartOptions {
  dataDir: string
  env?: Record<string, string>
  /** The account to run as, if the tests run as root. */
  account?: { uid: number; gid: number }
  /** The text on standard input. Default: none. */
  input?: string
  /** The folder of the program. Default: this repository. */
  program?: string
  /** The executable of Node.js. Default: the one that runs the tests. */
  node?: string
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Names a new data folder, which does not exist yet. After the test or file, every process in it is stopped. */
export async function newDataDir(...below: string[]): Promise<string> {
  const parent = await mkdtemp(join(await realpath(tmpdir()), 'heed-instance-'))
  after(async () => {
    await stopProcessesUnder(parent)
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  })
  return join(parent, ...below, 'data')
}

let template: Promise<string> | undefined

/** Returns a data directory with a migrated database: a copy, which takes a tenth of the time of a first start. */
export async function newMigratedDataDir(...below: string[]): Promise<string> {
  template ??= createTemplate()
  const dataDir = await newDataDir(...below)
  await mkdir(dirname(dataDir), { recursive: true })
  await promisify(execFile)('cp', ['-Rp', await template, dataDir])
  return dataDir
}

async function createTemplate(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'heed-template-'))
  afterShard(() => rm(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'data')
  const { status, stderr } = await runHeed({ dataDir }, 'workspace', 'list')
  if (status !== 0) throw new Error(stderr)
  return dataDir
}

/**
 * Finds the processes of a data folder, including databases that outlive a killed server, by their working directory.
 */
export async function processesUnder(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (cwd.startsWith(`${folder}/`)) found.push(Number(name))
  }
  return found
}

// PostgreSQL stops at once, but a busy machine may need seconds to run its processes.
const stopTimeoutMs = 10_000

/** PostgreSQL removes its shared memory from `/dev/shm` if it is told to stop, and leaves it there if it is killed. */
async function stopProcessesUnder(folder: string): Promise<void> {
  const deadline = performance.now() + stopTimeoutMs
  for (let left = await processesUnder(folder); left.length > 0; left = await processesUnder(folder)) {
    for (const pid of left) {
      const executable = await readlink(`/proc/${pid}/exe`).catch(() => '')
      const canStop = basename(executable) === 'postgres' && performance.now() < deadline
      kill(pid, canStop ? 'SIGQUIT' : 'SIGKILL')
    }
    await sleep(20)
  }
}

/** Sends a signal to a process that may have ended already. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns the environment of a command: its settings and, from this process, only paths. */
export function commandEnvironment({ dataDir, env }: StartOptions): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
  )
  return { ...inherited, DATA_DIR: dataDir, ...env }
}

function run(
  args: string[],
  { account, input, program = root, node = process.execPath, ...start }: StartOptions,
): HeedProcess {
  const child = spawn(node, args, {
    cwd: program,
    env: commandEnvironment(start),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...account,
  })
  running.add(child)
  // Ignores the error of a process that ends before it reads.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<ExitResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => {
      running.delete(child)
      resolve({ status, signal })
    })
  })
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** Starts a server process without waiting for it. Uses a free port unless `env` sets one. */
export function spawnServer({ env, ...rest }: StartOptions): HeedProcess {
  const launched = run(['server/main.ts'], { ...rest, env: { PORT: '0', WEB_PROCESSES: '1', ...env } })
  after(async () => {
    launched.child.kill('SIGKILL')
    await launched.ended
  })
  return launched
}

/** Starts a server process and waits until it is ready. @throws its output if it ends before. */
export async function startInstance(start: StartOptions): Promise<TestInstance> {
  return waitUntilReady(spawnServer(start), start.dataDir)
}

export async function waitUntilReady(launched: HeedProcess, dataDir: string): Promise<TestInstance> {
  const { child, stderr, stdout } = launched
  const origin = await waitFor(() => /Heed is running at (\S+)/.exec(stderr())?.[1], launched)
  const { status } = await fetch(`${origin}/readyz`)
  if (status !== 200) throw new Error(`/readyz answered ${status}:\n${stdout()}${stderr()}`)
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return launched.ended
  }
  return { ...launched, origin, pid: child.pid!, dataDir, stop: end }
}

// Long enough for every machine, and short enough that a failure says what was awaited.
const waitLimitMs = 120_000

/** Waits until a condition of a process holds. @throws if the process ends before, or after two minutes. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  { ended, stdout, stderr }: HeedProcess,
): Promise<NonNullable<T>> {
  let end: ExitResult | null = null
  ended.then(
    (ending) => {
      end = ending
    },
    () => {},
  )
  for (const deadline = Date.now() + waitLimitMs; ; await sleep(5)) {
    const hadEnded = end
    const found = await look()
    if (found) return found
    if (hadEnded) throw new Error(`The process ended (${JSON.stringify(hadEnded)}):\n${stdout()}${stderr()}`)
    if (Date.now() > deadline) throw new Error(`Waited too long for ${look}:\n${stdout()}${stderr()}`)
  }
}

export interface CommandResult extends ExitResult {
  stdout: string
  stderr: string
  /** Returns the output of `--json`. @throws if standard output is not exactly one JSON object. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  json(): any
}

/** Runs one command until it ends. */
export async function runHeed(start: StartOptions, ...args: string[]): Promise<CommandResult> {
  return waitForCommand(spawnCommand(start, ...args))
}

/** Starts a command without waiting for it. */
export const spawnCommand = (start: StartOptions, ...args: string[]): HeedProcess => run(['bin/heed', ...args], start)

export async function waitForCommand(command: HeedProcess): Promise<CommandResult> {
  const ending = await command.ended
  const [stdout, stderr] = [command.stdout(), command.stderr()]
  return { ...ending, stdout, stderr, json: () => parseJsonLine(stdout, stderr) }
}

/** Parses the output of `--json`. @throws if standard output is not exactly one JSON object. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
export function parseJsonLine(stdout: string, stderr: string): any {
  const lines = stdout.split('\n')
  if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one line of JSON: ${stdout}${stderr}`)
  return JSON.parse(lines[0]!)
}

/** Opens a connection to the database of a data folder. It is closed after the test or file. */
export async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ host: join(dataDir, 'postgres'), user: 'heed', database: 'heed' })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end().catch(() => {}))
  return client
}
