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
  const times = await Promise.all((await databaseProcesses(postmaster)).map((pid) => usageOf(pid)))
  return times.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
}

/** Reads the memory of all processes of a PostgreSQL server, with each shared page counted once. */
export async function databaseMemoryBytes(postmaster: number): Promise<number> {
  const texts = await Promise.all((await databaseProcesses(postmaster)).map((pid) => readProc(pid, 'smaps_rollup')))
  return texts.reduce((sum, text) => sum + Number(/^Pss: +(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024, 0)
}

/** Reads the processor time of the main threads of processes, in milliseconds; exact, unlike the ticks of `usageOf`. */
export async function mainThreadsCpuMs(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readProc(pid, 'schedstat')))
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** Lists a PostgreSQL server's main process and its children. */
export async function databaseProcesses(postmaster: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readProc(pid, 'stat')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((pid, index) => pid === postmaster || parents[index] === postmaster)
}

/** Finds one of the processes that a server with several has started; null while it is being replaced. */
export async function memberPid(primary: number, name: string): Promise<number | null> {
  for (const pid of (await readdir('/proc')).filter((each) => /^\d+$/.test(each)).map(Number)) {
    const stat = await readProc(pid, 'stat')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parent) !== primary || state === 'Z') continue
    if ((await readProc(pid, 'environ')).split('\0').includes(`HEED_PROCESS=${name}`)) return pid
  }
  return null
}

/** Reads the process id of the PostgreSQL server of a data folder. */
export const postmasterOf = async (postgresDir: string): Promise<number> =>
  Number((await readFile(`${postgresDir}/postmaster.pid`, 'utf8')).split('\n', 1)[0])
