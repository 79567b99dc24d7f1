import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { ownFolder, ownProcess, removeOwnFolder, stopProcess } from './clean-up.ts'

// The flags that `npm start` passes to Node.js.
const startWords = manifest.scripts.start.split(' ')
const startFlags = startWords.slice(startWords.lastIndexOf('node') + 1, -1)

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))

export interface BenchServer {
  origin: string
  pid: number
  dataDir: string
  socketDir: string
  /** Seconds from the start of the process to its first response with status 200. */
  startSeconds: number
  residentMegabytes(): Promise<number>
  stop(): Promise<void>
}

export const createBenchDataDir = async (name = 'bench'): Promise<string> =>
  ownFolder(await mkdtemp(join(tmpdir(), `heed-${name}-`)))

export const removeDataDir = (dataDir: string): Promise<void> => removeOwnFolder(dataDir)

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts Heed as an operator does: in its own process, with a durable database and logs at `info`. */
export async function startBenchServer(
  dataDir: string,
  more: Record<string, string> = {},
  { flags = [] }: { flags?: string[] } = {},
): Promise<BenchServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = ownProcess(
    spawn(process.execPath, [...startFlags, ...flags, main], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        DATABASE_URL: '',
        REDIS_URL: '',
        LOG_LEVEL: 'info',
        WEB_PROCESSES: '1',
        // Lets readers of the portal come from many networks, which have limits of their own.
        TRUSTED_PROXIES: '127.0.0.1/32',
        ...more,
      },
      // Heed writes its log, and the system discards it.
      stdio: ['ignore', 'ignore', flags.length > 0 ? 'ignore' : 'inherit'],
    }),
  )
  await waitUntilReady(`${origin}/readyz`, child)
  return {
    origin,
    pid: child.pid!,
    dataDir,
    socketDir: join(dataDir, 'postgres'),
    startSeconds: (performance.now() - startedAt) / 1000,
    residentMegabytes: () => residentMegabytes(child.pid!),
    stop: () => stopProcess(child),
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('The server exited while it was starting.')
}

/** Returns the resident memory of the process (VmRSS). Linux only. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024)
}
