import cluster, { type Worker } from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'
import { type ClusterMember, failedStartOf, memberEnvironment, StoppedDuringStartError, workerName } from './member.ts'

export interface Supervisor {
  /**
   * Resolves with the port once every web process listens. Rejects if a process ends or cannot be started before that,
   * with a StoppedDuringStartError if it ends because of a signal to stop.
   */
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

/**
 * Starts the processes, and replaces each that ends. If a replacement cannot be started, for example because the machine
 * is out of processes or memory, tries again, after the same delays as for a process that ends soon after its start. The
 * first start of a process is not tried again: `listening` rejects, so that the operator sees the reason at once.
 * @param drainSeconds of each process before it stops
 */
export function superviseProcesses(members: ClusterMember[], log: Log, drainSeconds: number): Supervisor {
  // Each process accepts connections itself. If the primary process handed them over, one that is on its way to a
  // process that is killed would never be answered or closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const children = new Map<string, Child>()
  const timers = new Set<NodeJS.Timeout>()
  const started = members.map(() => Promise.withResolvers<number>())
  const hasStarted = new Set<string>()
  let isStopping = false
  // Ctrl+C and service managers send the signal to all processes, so the others may end before `stop` is called.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopping = true))

  const start = async (index: number, shortLives: number): Promise<void> => {
    const member = members[index]!
    const { name } = member
    const startedAt = Date.now()
    const child = launch(member, log, (port) => {
      hasStarted.add(name)
      started[index]!.resolve(port)
    })
    children.set(name, child)
    const ending = await child.ended
    children.delete(name)
    if (ending.signal !== 'SIGKILL') await sleep(signalGraceMs)
    // A failure of the first start ends the server.
    if (!hasStarted.has(name)) {
      const error = isStopping ? new StoppedDuringStartError() : new Error(describeFailedStart(name, ending))
      return started[index]!.reject(error)
    }
    if (isStopping) return
    const isShort = Date.now() - startedAt < shortLifeMs
    const delay = isShort ? Math.min(500 * 2 ** shortLives, maxDelayMs) : 0
    const message = ending.err ? 'a process could not be started; trying again' : 'a process ended; starting another'
    log.error({ process: name, ...ending, delay }, message)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void start(index, isShort ? shortLives + 1 : 0)
    }, delay)
    timers.add(timer)
  }

  for (const index of members.keys()) void start(index, 0)
  const listening = Promise.all(started.map(({ promise }) => promise)).then((ports) => Math.max(...ports))
  return {
    listening,
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const ends = [...children.values()].map(({ ended }) => ended)
      const signalAll = (signal: NodeJS.Signals) => {
        for (const child of children.values()) child.kill(signal)
      }
      signalAll('SIGTERM')
      const killing = setTimeout(() => signalAll('SIGKILL'), drainSeconds * 1_000 + stopTimeoutMs)
      await Promise.all(ends)
      clearTimeout(killing)
    },
  }
}

interface Child {
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ending>
}

/** How a process ended. If it could not be started at all, only `err` is set. */
interface Ending {
  pid?: number
  code?: number | null
  signal?: NodeJS.Signals | null
  /** Why its start failed, as the process itself has reported. */
  failure?: string
  /** Why the process could not be started. */
  err?: Error
}

/** Starts a process. Does not throw: `ended` also resolves if the process cannot be started. */
function launch(member: ClusterMember, log: Log, onStarted: (port: number) => void): Child {
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>()
  let worker: Worker
  try {
    worker = cluster.fork(memberEnvironment(member))
  } catch (err) {
    // Node.js throws some errors of the operating system, such as ENOMEM, and emits others, such as EAGAIN.
    end({ err: err as Error })
    return { kill: () => {}, ended }
  }
  const { pid } = worker.process
  let failure: string | null = null
  worker.on('listening', ({ port }: AddressInfo) => onStarted(port))
  if (member.name === workerName) worker.on('online', () => onStarted(0))
  worker.on('message', (message: object) => {
    failure ??= failedStartOf(message)
  })
  worker.on('error', (err) => {
    if (pid !== undefined) return log.error({ err, process: member.name }, 'a process cannot be reached')
    // A process that was not started has no id, and Node.js neither reports its end nor forgets it.
    delete cluster.workers?.[worker.id]
    end({ err })
  })
  worker.on('exit', (code, signal: NodeJS.Signals | null) =>
    end({ ...(pid !== undefined && { pid }), code, signal, ...(failure !== null && { failure }) }),
  )
  return { kill: (signal) => void worker.process.kill(signal), ended }
}

const describeFailedStart = (name: string, { failure, err }: Ending): string =>
  err
    ? `The process ${name} could not be started: ${err.message}. Check this machine’s limits of processes and open files, and its free memory.`
    : (failure ?? `The process ${name} ended while it was starting.`)
