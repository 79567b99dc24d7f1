import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'undici'
import { defaultWebProcesses } from '../platform/settings.ts'
import { webPoolSize } from '../start-server.ts'
import { connectTo, membersOf, until } from '../test/instance/members.ts'
import {
  commandEnvironment,
  kill,
  newMigratedDataDir,
  runHeed,
  spawnServer,
  startInstance,
  type TestInstance,
} from '../test/instance/test-instance.ts'
import { addressOf } from './start-processes.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const start = async (webProcesses: number): Promise<TestInstance> =>
  startInstance({ dataDir: await newMigratedDataDir(), env: { WEB_PROCESSES: String(webProcesses) } })

async function run({ dataDir }: TestInstance, ...args: string[]) {
  const { status, stdout, stderr } = await runHeed({ dataDir }, ...args, '--json')
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as { id: string; key: string }
}

/** Creates a workspace with an API key. */
async function createKey(instance: TestInstance): Promise<{ id: string; key: string }> {
  await run(instance, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  return run(instance, 'key', 'create', '--workspace', 'acme', '--name', 'k', '--scopes', 'all')
}

/** Sends requests over connections of their own, so that they reach different processes. */
const send = (count: number, url: string, init: RequestInit = {}) =>
  Promise.all(
    Array.from({ length: count }, () =>
      fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } }).then(({ status }) => status),
    ),
  )

/** Lists requests again and again over one connection. @returns the statuses */
async function listRepeatedly(client: Client, times: number, headers: Record<string, string>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times) {
    const { statusCode, body } = await client.request({ method: 'GET', path: '/api/v1/feedback', headers })
    await body.dump()
    statuses.push(statusCode)
  }
  return statuses
}

async function requestsByProcess({ origin }: TestInstance): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^heed_process_requests\{process="([^"]+)"\} (\d+)/gm)].map(([, name, n]) => [name, Number(n)]),
  )
}

test('several processes share a port, and limits and idempotency keys stay exact', async () => {
  const instance = await start(3)
  const headers = { authorization: `Bearer ${(await createKey(instance)).key}` }
  const api = `${instance.origin}/api/v1/feedback`
  const body = JSON.stringify({ title: 'Once' })
  const once = { ...headers, 'content-type': 'application/json', 'idempotency-key': 'same' }
  const created = await send(20, api, { method: 'POST', headers: once, body })
  assert.ok(created.every((status) => status === 201 || status === 409))
  const list = (await (await fetch(api, { headers })).json()) as { data: unknown[] }
  assert.equal(list.data.length, 1)
  const names = ['web-1', 'web-2', 'web-3']
  const clients: Client[] = []
  for (const name of names) clients.push(await connectTo(instance, name))
  const statuses = (await Promise.all(clients.map((client) => listRepeatedly(client, 50, headers)))).flat()
  assert.equal(statuses.filter((status) => status === 200).length, 120 - 21)
  assert.equal(statuses.filter((status) => status === 429).length, 150 - (120 - 21))
  const requests = await requestsByProcess(instance)
  assert.deepEqual(Object.keys(requests).toSorted(), names)
  assert.ok(Object.values(requests).every((count) => count >= 50))
  const metrics = await (await fetch(`${instance.origin}/metrics`)).text()
  for (const name of ['primary', 'web-1', 'web-2', 'web-3', 'worker']) {
    assert.match(metrics, new RegExp(`heed_process_memory_bytes\\{process="${name}"\\} \\d{8,}`))
    assert.match(metrics, new RegExp(`heed_process_cpu_time_seconds\\{process="${name}"\\} \\d`))
  }
  const refused = metrics.matchAll(
    /heed_http_request_duration_seconds_count\{process="web-\d",[^}]*status="429"[^}]*\} (\d+)/g,
  )
  assert.equal(
    [...refused].reduce((sum, [, count]) => sum + Number(count), 0),
    51,
  )
})

test('accepts a cursor and rejects a revoked key in every process', async () => {
  const instance = await start(2)
  const { id, key } = await createKey(instance)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const clients = [await connectTo(instance, 'web-1'), await connectTo(instance, 'web-2')] as const
  const get = async (client: Client, query: string) => {
    const { statusCode, body } = await client.request({ method: 'GET', path: `/api/v1/feedback${query}`, headers })
    return { status: statusCode, page: (await body.json()) as ListPage }
  }
  for (const title of ['A', 'B', 'C']) {
    const body = JSON.stringify({ title })
    assert.deepEqual(await send(1, `${instance.origin}/api/v1/feedback`, { method: 'POST', headers, body }), [201])
  }
  const { page } = await get(clients[0], '?limit=2')
  const { page: next } = await get(clients[1], `?limit=2&cursor=${page.pagination.nextCursor}`)
  assert.deepEqual(
    [...page.data, ...next.data].map(({ title }) => title),
    ['C', 'B', 'A'],
  )
  await run(instance, 'key', 'revoke', id)
  for (const client of clients) assert.equal((await get(client, '')).status, 401)
})

interface ListPage {
  data: { title: string }[]
  pagination: { nextCursor: string }
}

/** How the connections ended. Those that were open when a process was killed may be interrupted. */
interface Connections {
  answered: number
  interrupted: number
  failed: number
  open: number
}

/** Connects again and again, each time for one request, until `end` is called. */
function keepConnecting(port: number): { kill(pid: number): void; end(): Promise<Connections> } {
  const counts = { answered: 0, interrupted: 0, failed: 0 }
  const open = new Set<Socket>()
  const mayBeInterrupted = new WeakSet<Socket>()
  let isOver = false
  const connectOnce = () =>
    new Promise<void>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
      )
      open.add(socket)
      socket.setEncoding('utf8').on('data', (text) => (answer += text))
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (answer.startsWith('HTTP/1.1 200 ')) counts.answered += 1
        else counts[mayBeInterrupted.has(socket) ? 'interrupted' : 'failed'] += 1
        resolve()
      })
    })
  const connectRepeatedly = async () => {
    while (!isOver) await connectOnce()
  }
  const loops = Promise.all(Array.from({ length: 16 }, connectRepeatedly))
  return {
    kill(pid) {
      for (const socket of open) mayBeInterrupted.add(socket)
      kill(pid, 'SIGKILL')
    },
    async end() {
      isOver = true
      await Promise.race([loops, sleep(15_000)])
      return { ...counts, open: open.size }
    },
  }
}

test('fails only requests in flight, and leaves no connection open, when a process is killed', async () => {
  const instance = await start(2)
  const connecting = keepConnecting(Number(new URL(instance.origin).port))
  for (let round = 0; round < 3; round += 1) {
    await sleep(700)
    const before = (await membersOf(instance.pid)).get('web-1')!
    connecting.kill(before)
    await until(async () => ((await membersOf(instance.pid)).get('web-1') ?? before) !== before)
  }
  const { answered, failed, open } = await connecting.end()
  assert.deepEqual({ failed, open }, { failed: 0, open: 0 })
  assert.ok(answered > 0)
})

test('replaces a process that crashes, without a failed health check', async () => {
  const instance = await start(2)
  const before = await membersOf(instance.pid)
  assert.deepEqual([...before.keys()].toSorted(), ['web-1', 'web-2', 'worker'])
  const checks: number[] = []
  const check = async () => {
    for (const path of ['/healthz', '/readyz']) checks.push(...(await send(4, `${instance.origin}${path}`)))
  }
  await check()
  // No check is in flight during the kill. The next ones follow at once, so some of them connect while the processes end.
  for (const name of ['web-1', 'worker']) kill(before.get(name)!, 'SIGKILL')
  await check()
  await until(async () => {
    await check()
    const now = await membersOf(instance.pid)
    return now.size === 3 && [...now].every(([name, pid]) => name === 'web-2' || pid !== before.get(name))
  })
  for (let round = 0; round < 5; round += 1) await check()
  assert.deepEqual(new Set(checks), new Set([200]))
  await until(() => /"process":"web-1".*another[\s\S]*"process":"web-1","msg":"started"/.test(instance.stdout()))
})

test('reports the metrics of all other processes while one does not respond', async () => {
  const instance = await start(2)
  // Not with fetch, which may reuse a connection to the process that does not respond.
  const client = await connectTo(instance, 'web-1')
  const pid = (await membersOf(instance.pid)).get('web-2')!
  kill(pid, 'SIGSTOP')
  const { body } = await client.request({ path: '/metrics', method: 'GET' })
  const metrics = await body.text()
  kill(pid, 'SIGCONT')
  const reported = [...metrics.matchAll(/^heed_process_memory_bytes\{process="([^"]+)"\}/gm)].map(([, name]) => name)
  assert.deepEqual(reported.toSorted(), ['primary', 'web-1', 'worker'])
})

test('ends all processes when it is stopped, and when the primary process is killed', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const instance = await start(2)
    const members = [...(await membersOf(instance.pid)).values()]
    assert.equal(members.length, 3)
    const { status } = await instance.stop(signal)
    if (signal === 'SIGTERM') assert.equal(status, 0)
    await until(() => members.every((pid) => !isAlive(pid)))
  }
})

test('starts no other process when a signal reaches all of them, even during the start', async () => {
  const { child, ended, stdout, stderr } = spawnServer({
    dataDir: await newMigratedDataDir(),
    env: { WEB_PROCESSES: '2' },
  })
  let members = new Map<string, number>()
  await until(async () => {
    members = await membersOf(child.pid!)
    return members.size === 3
  })
  for (const pid of [child.pid!, ...members.values()]) kill(pid, 'SIGINT')
  const { status } = await ended
  assert.deepEqual({ status, stderr: stderr() }, { status: 0, stderr: '' })
  assert.doesNotMatch(stdout(), /starting another/)
})

test('starts no other process when the primary process is the last to read the signal', async () => {
  const instance = await start(2)
  // No process handles SIGHUP, so it ends them at once, as SIGINT does before they handle it.
  for (const pid of (await membersOf(instance.pid)).values()) kill(pid, 'SIGHUP')
  await sleep(20)
  await instance.stop('SIGINT')
  assert.doesNotMatch(instance.stdout(), /starting another/)
})

test('says once that the port is in use, and ends', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const env = { WEB_PROCESSES: '2', PORT: String(port) }
  const { ended, stderr, stdout } = spawnServer({ dataDir: await newMigratedDataDir(), env })
  assert.equal((await ended).status, 1)
  assert.doesNotMatch(stdout(), /starting another/)
  assert.equal(stderr().match(/is in use by another program/g)?.length, 1)
  blocker.close()
})

test('runs as a single process below a process manager that uses node:cluster itself', async () => {
  const start = `import cluster from 'node:cluster'
    cluster.setupPrimary({ exec: 'server/main.ts', execArgv: [] })
    cluster.fork()`
  const env = commandEnvironment({ dataDir: await newMigratedDataDir(), env: { WEB_PROCESSES: '2', PORT: '0' } })
  const manager = spawn(process.execPath, ['--input-type=module', '--eval', start], { env })
  let output = ''
  manager.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = new Promise((resolve) => manager.once('close', resolve))
  await until(() => output.includes('Heed is running at') || manager.exitCode !== null)
  manager.kill('SIGKILL')
  await ended
  assert.match(output, /Heed is running at http/)
})

test('starts one process on up to two cores, and leaves a core to the database on larger machines', () => {
  assert.deepEqual([1, 2, 3, 4, 8, 9, 64].map(defaultWebProcesses), [1, 1, 2, 3, 7, 8, 8])
})

test('leaves connections to the worker and commands, however many processes there are', () => {
  const sizesOf = (hasReplica: boolean) => [1, 2, 6, 8, 12, 16].map((count) => webPoolSize(count, hasReplica))
  assert.deepEqual(sizesOf(false), [10, 10, 10, 7, 3, 2])
  assert.deepEqual(sizesOf(true), [10, 10, 9, 6, 2, 2])
  for (let count = 1; count <= 16; count += 1) assert.ok(count * (webPoolSize(count, false) + 3) <= 80)
  for (let count = 1; count <= 13; count += 1) assert.ok(count * (webPoolSize(count, true) + 4) <= 80)
})

test('shows an address that can be opened, whatever address it listens on', () => {
  const addresses = ['127.0.0.1', '0.0.0.0', '::1'].map((host) => addressOf(host, 3000))
  assert.deepEqual(addresses, ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
})
