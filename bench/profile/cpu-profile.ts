import { basename } from 'node:path'

/** The parts of a V8 CPU profile that the report reads (Chrome DevTools Protocol, domain Profiler). */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  /** Microseconds since the previous sample. */
  timeDeltas: number[]
}

export interface FunctionTime {
  /** Its name, with file and line. */
  name: string
  micros: number
}

export interface Profiler {
  start(): Promise<void>
  /** Ends the recording. @returns the profile as JSON, for Chrome DevTools and other viewers */
  stop(): Promise<string>
}

/** Attaches to the inspector of a Node.js process. @param port of `--inspect` */
export async function attachProfiler(port: number): Promise<Profiler> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl)
  const opened = Promise.withResolvers<void>()
  const calls = new Map<number, (result: unknown) => void>()
  socket.onopen = () => opened.resolve()
  socket.onerror = () => opened.reject(new Error('cannot reach the inspector'))
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    calls.get(id)?.(result)
    calls.delete(id)
  }
  await opened.promise
  let lastId = 0
  const call = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve) => {
      const id = ++lastId
      calls.set(id, resolve as (result: unknown) => void)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return {
    async start() {
      await call('Profiler.enable')
      await call('Profiler.setSamplingInterval', { interval: 200 })
      await call('Profiler.start')
    },
    async stop() {
      const { profile } = await call<{ profile: CpuProfile }>('Profiler.stop')
      socket.close()
      return JSON.stringify(profile)
    },
  }
}

/** Adds up the time that each function took itself, without the functions that it called; longest first. */
export function listFunctionTimes(json: string): FunctionTime[] {
  const { nodes, samples, timeDeltas } = JSON.parse(json) as CpuProfile
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map<string, number>()
  for (const [index, node] of samples.entries()) {
    const name = names.get(node)!
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + timeDeltas[index]!)
  }
  return [...times].map(([name, micros]) => ({ name, micros })).sort((a, b) => b.micros - a.micros)
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return `${name} ${packageName ? `${packageName}/` : ''}${basename(url)}:${lineNumber + 1}`
}
