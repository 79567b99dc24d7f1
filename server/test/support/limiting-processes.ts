import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { countForMembers } from '../../platform/http/rate-limits/cluster-windows.ts'
import {
  createRateLimiter,
  type RateLimitConfig,
  type RateLimitResult,
} from '../../platform/http/rate-limits/rate-limiter.ts'
import { type Count, createWindows, type WindowOptions } from '../../platform/http/rate-limits/windows.ts'

// A primary process that counts rate limits for its members, as with `WEB_PROCESSES`, but without servers. This file is run
// by all of them: a test starts the primary process, which starts the members and passes on what the test sends to them.

type Call =
  | { call: 'consume' | 'find' | 'giveBack'; options: WindowOptions; id: string; maxMsToReset?: number | undefined }
  | { call: 'limit'; limits: RateLimitConfig; key: string; workspace: string }

type Request = Call & { number: number; member: number }
interface Response {
  number: number
  value: unknown
}

/** One of several processes that count rate limits together. */
export interface LimitingProcess {
  consume(options: WindowOptions, id: string): Promise<Count>
  find(options: WindowOptions, id: string): Promise<Count | null>
  giveBack(options: WindowOptions, id: string, maxMsToReset?: number): Promise<void>
  /** Counts a request of a key against both limits. */
  limit(limits: RateLimitConfig, key: string, workspace: string): Promise<RateLimitResult>
}

const path = fileURLToPath(import.meta.url)
const memberCount = 2

/** Starts two processes that count rate limits in their primary process, until the test file ends. */
export function startLimitingProcesses(): [LimitingProcess, LimitingProcess] {
  const primary = fork(path, ['primary'])
  after(() => primary.kill())
  let lastNumber = 0
  const ask = async <T>(member: number, call: Call): Promise<T> => {
    const number = ++lastNumber
    primary.send({ ...call, number, member } satisfies Request)
    return (await responseTo(primary, number)) as T
  }
  const processAt = (member: number): LimitingProcess => ({
    consume: (options, id) => ask(member, { call: 'consume', options, id }),
    find: (options, id) => ask(member, { call: 'find', options, id }),
    giveBack: (options, id, maxMsToReset) => ask(member, { call: 'giveBack', options, id, maxMsToReset }),
    limit: (limits, key, workspace) => ask(member, { call: 'limit', limits, key, workspace }),
  })
  return [processAt(0), processAt(1)]
}

function responseTo(primary: ChildProcess, number: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const receive = (response: Response) => {
    if (response.number === number) resolve(response.value)
  }
  const fail = () => reject(new Error('The primary process has ended.'))
  primary.on('message', receive).on('exit', fail)
  return promise.finally(() => primary.off('message', receive).off('exit', fail))
}

function runPrimary(): void {
  countForMembers()
  cluster.setupPrimary({ exec: path, args: ['member'] })
  const members = Array.from({ length: memberCount }, () => cluster.fork())
  for (const member of members) {
    member.on('message', (message: Partial<Response>) => {
      if (message.number !== undefined) process.send!(message)
    })
    member.on('exit', () => process.exit(1))
  }
  process.on('message', (request: Request) => members[request.member]!.send(request))
  process.on('disconnect', () => process.exit())
}

function runMember(): void {
  const store = { kind: 'cluster' } as const
  const run = (request: Request) => {
    if (request.call === 'limit')
      return createRateLimiter(store, request.limits).consume(request.key, request.workspace)
    const windows = createWindows(store, request.options)
    if (request.call === 'giveBack') return windows.giveBack(request.id, request.maxMsToReset)
    return windows[request.call](request.id)
  }
  process.on('message', async (request: Partial<Request>) => {
    if (request.call === undefined) return
    process.send!({ number: request.number!, value: await run(request as Request) } satisfies Response)
  })
}

if (process.argv[1] === path && process.argv[2] === 'primary') runPrimary()
if (process.argv[1] === path && process.argv[2] === 'member') runMember()
