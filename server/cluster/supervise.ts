import cluster, { type Worker } from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import { type ClusterMember, failedStartOf, memberEnvironment, workerName } from './member.ts'

export interface Supervisor {
  /** Resolves with the port once every web process listens. Rejects if a process ends before that. */
  listening: Promise<number>
  /** Ends all processes; kills those that have not ended in time. */
  stop(): Promise<void>
}

// A process that ends this soon after its start probably ends again, so the next start waits.
const shortLifeMs = 5_000
const maxDelayMs = 10_000
// A signal for all processes may end one of them before this process has read its own.
const signalGraceMs = 250
// A process needs up to ten seconds for its requests and jobs.
const stopTimeoutMs = 15_000

/** Starts the processes, and replaces each that ends. @param drainSeconds of each process before it stops */
export function superviseProcesses(members: ClusterMember[], log: Log, drainSeconds: number): Supervisor {
  // Each process accepts connections itself. If the primary process handed them over, one that is on its way to a
  // process that is killed would never be answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const children = new Map<string, Worker>()
  const timers = new Set<NodeJS.Timeout>()
  const started = members.map(() => Promise.withResolvers<number>())
  const hasStarted = new Set<string>()
  let isStopping = false
  // Ctrl+C and service managers send the signal to all processes, so the others may end before `stop` is called.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true))

  const start = (index: number, shortLives: number): void => {
    const member = members[index]!
    const { name } = member
    const startedAt = Date.now()
    const child = cluster.fork(memberEnvironment(member))
    children.set(name, child)
    const resolveStart = (port: number) => {
      hasStarted.add(name)
      started[index]!.resolve(port)
    }
    child.on('listening', ({ port }: AddressInfo) => resolveStart(port))
    if (name === workerName) child.on('online', () => resolveStart(0))
    let failure: string | null = null
    child.on('message', (message: object) => {
      failure ??= failedStartOf(message)
    })
    child.on('error', (error) => log.error({ err: error, process: name }, 'a process cannot be reached'))
    child.on('exit', async (code, signal) => {
      children.delete(name)
      started[index]!.reject(new Error(failure ?? `The process ${name} ended while it was starting.`))
      // A failure of the first start ends the server.
      if (!hasStarted.has(name)) return
      if (signal !== 'SIGKILL') await sleep(signalGraceMs)
      if (isStopping) return
      const isShort = Date.now() - startedAt < shortLifeMs
      const delay = isShort ? Math.min(500 * 2 ** shortLives, maxDelayMs) : 0
      const ending = {
        process: name,
        pid: child.process.pid,
        code,
        signal,
        ...(failure !== null && { failure }),
        delay,
      }
      log.error(ending, 'a process ended; starting another')
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(index, isShort ? shortLives + 1 : 0)
      }, delay)
      timers.add(timer)
    })
  }

  for (const index of members.keys()) start(index, 0)
  const listening = Promise.all(started.map(({ promise }) => promise)).then((ports) => Math.max(...ports))
  return {
    listening,
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const ends = [...children.values()].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      const signalAll = (signal: NodeJS.Signals) => {
        for (const child of children.values()) child.process.kill(signal)
      }
      signalAll('SIGTERM')
      const killing = setTimeout(() => signalAll('SIGKILL'), drainSeconds * 1_000 + stopTimeoutMs)
      await Promise.all(ends)
      clearTimeout(killing)
    },
  }
}
