import { readdir, readFile } from 'node:fs/promises'
import { databaseProcesses } from './process-usage.ts'

// USER_HZ: the unit of times in /proc/<pid>/stat is 10 ms on every Linux that Node.js supports.
const microsPerTick = 10_000

/**
 * Creates a meter of the processor time that processes and a PostgreSQL server use, in microseconds since its first
 * reading. It adds up the nanoseconds of every thread. If a thread ends between two readings, its time after the first one is
 * lost. For processes of PostgreSQL, such as those of closed connections, the rest comes from the ticks of their parent.
 * @param postmaster the main process of PostgreSQL
 */
export function createCpuMeter(pids: number[], postmaster: number): () => Promise<number> {
  let last: Reading | null = null
  let total = 0
  return async () => {
    const current = await readAll(pids, postmaster)
    if (last !== null) total += usedBetween(last, current)
    last = current
    return total
  }
}

interface Reading {
  /** Microseconds by thread of the processes. */
  threads: Map<string, number>
  /** Microseconds by process of PostgreSQL. */
  backends: Map<string, number>
  /** Of all processes of PostgreSQL that have ended, in microseconds. */
  ended: number
}

function usedBetween(before: Reading, after: Reading): number {
  const used = growthOf(before.threads, after.threads) + growthOf(before.backends, after.backends)
  const gone = [...before.backends].filter(([id]) => !after.backends.has(id))
  const knownOfGone = gone.reduce((sum, [, micros]) => sum + micros, 0)
  return used + Math.max(0, after.ended - before.ended - knownOfGone)
}

function growthOf(before: Map<string, number>, after: Map<string, number>): number {
  return [...after].reduce((sum, [id, micros]) => sum + Math.max(0, micros - (before.get(id) ?? 0)), 0)
}

async function readAll(pids: number[], postmaster: number): Promise<Reading> {
  const [threads, backends, fields] = await Promise.all([
    Promise.all(pids.map(listThreads)),
    databaseProcesses(postmaster),
    readStat(`/proc/${postmaster}`),
  ])
  const [byThread, byBackend] = await Promise.all([
    readEach(threads.flat()),
    readEach(backends.map((pid) => `/proc/${pid}`)),
  ])
  return { threads: byThread, backends: byBackend, ended: (Number(fields[13]) + Number(fields[14])) * microsPerTick }
}

const listThreads = async (pid: number): Promise<string[]> =>
  (await readdir(`/proc/${pid}/task`).catch(() => [])).map((id) => `/proc/${pid}/task/${id}`)

/** Reads the processor time of threads. The key contains when each one started, because its id can be used again. */
async function readEach(folders: string[]): Promise<Map<string, number>> {
  const entries = await Promise.all(
    folders.map(async (folder): Promise<[string, number]> => {
      const [fields, schedstat] = await Promise.all([readStat(folder), read(`${folder}/schedstat`)])
      return [`${folder} ${fields[19]}`, Number(schedstat.split(' ')[0]) / 1_000]
    }),
  )
  return new Map(entries)
}

/** Reads the fields after the name of the process, which is in parentheses and may contain spaces. */
async function readStat(folder: string): Promise<string[]> {
  const stat = await read(`${folder}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')
