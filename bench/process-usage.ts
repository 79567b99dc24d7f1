import { readdir, readFile } from 'node:fs/promises'

/** What a process has used so far. */
export interface Usage {
  /** Processor time, user and system, in microseconds. */
  cpuMicros: number
  /** Calls of read and write, and of their variants. */
  reads: number
  writes: number
}

// USER_HZ: the unit of times in /proc is 10 ms on every Linux that Node.js supports.
const microsPerTick = 10_000

const readProc = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')

/** Reads what a process has used; zeros if it does not exist. Linux only. */
export async function usageOf(pid: number): Promise<Usage> {
  const [stat, io] = await Promise.all([readProc(pid, 'stat'), readProc(pid, 'io')])
  // The name of the process, in parentheses, may contain spaces. The 12th and 13th fields after it are the times.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const counter = (name: string): number => Number(new RegExp(`${name}: (\\d+)`).exec(io)?.[1] ?? 0)
  return {
    cpuMicros: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * microsPerTick,
    reads: counter('syscr'),
    writes: counter('syscw'),
  }
}

/** Reads the processor time of all processes of a PostgreSQL server, in microseconds. @param postmaster its main process */
export async function databaseCpuMicros(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readProc(pid, 'stat')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return pid === postmaster || parent === postmaster ? (await usageOf(pid)).cpuMicros : 0
    }),
  )
  return times.reduce((sum, time) => sum + time, 0)
}

/** Reads the process id of the PostgreSQL server of a data folder. */
export const postmasterOf = async (postgresDir: string): Promise<number> =>
  Number((await readFile(`${postgresDir}/postmaster.pid`, 'utf8')).split('\n', 1)[0])
