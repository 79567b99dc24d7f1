import { readFile } from 'node:fs/promises'
import { createBenchDataDir, removeDataDir, startBenchServer } from '../../bench/bench-server.ts'
import { cleanUpOnSignal } from '../../bench/clean-up.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests, openBenchDatabase } from '../../bench/dataset.ts'
import { type BenchRequest, runLoad } from '../../bench/load.ts'
import { databaseCpuMicros, usageOf } from '../../bench/process-usage.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { distribute } from '../../server/platform/db/distribution/distribute.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { type CitusCluster, type CitusNode, joinNodes, runOn, startCitus } from './nodes.ts'

// Measures the processor time that each node uses for a request, under the same load, with one, two and three workers. All
// nodes share this machine, so more nodes do not make it faster.

const databaseName = 'heed'
const shards = 32
// Enough to spread about evenly over the workers, and to keep each far below its limit of 600 requests a minute.
const workspaceCount = 96
const requestsEach = 200
const warmUpCalls = 2_000
const measuredCalls = 6_000

interface Row {
  workers: number
  workspacesOn: number[]
  perSecond: number
  /** Processor time for each request in µs: of Heed, then of the coordinator, then of each worker. */
  micros: number[]
}

/** Prints the processor time of each node for a request, for clusters with one, two and three workers. */
export async function printSpread(): Promise<void> {
  cleanUpOnSignal()
  const rows: Row[] = []
  for (const workers of [1, 2, 3]) rows.push(await measure(workers))
  console.log(
    '| workers | workspaces on each | requests a second | Heed | coordinator | worker 1 | worker 2 | worker 3 |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const { workers, workspacesOn, perSecond, micros } of rows) {
    const cells = Array.from({ length: 5 }, (_, index) => micros[index]?.toFixed(0) ?? '')
    console.log(`| ${[workers, workspacesOn.join(', '), perSecond.toFixed(0), ...cells].join(' | ')} |`)
  }
}

async function measure(workers: number): Promise<Row> {
  const cluster = await startCitus({ workers })
  const stopCluster = () => cluster.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopCluster)
  try {
    return await measureCluster(cluster, workers)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopCluster)
    await cluster.stop()
  }
}

async function measureCluster({ nodes }: CitusCluster, workers: number): Promise<Row> {
  const [coordinator] = nodes
  for (const node of nodes) {
    await runOn(node, 'postgres', `create database ${databaseName}`)
    await runOn(node, databaseName, 'create extension citus')
  }
  await joinNodes(nodes, databaseName)
  const { workspaces, calls } = await fill(coordinator!)
  const dataDir = await createBenchDataDir('citus')
  const DATABASE_URL = `postgres://heed@/${databaseName}?host=${encodeURIComponent(coordinator!.socketDir)}`
  const server = await startBenchServer(dataDir, { DATABASE_URL, SECRET_KEY: 'o3Yw0cX5mZr8tQe1uVb7nKs4dGh6jLpA' })
  try {
    const { failed: early } = await runLoad(server.origin, calls, { seconds: 0, amount: warmUpCalls })
    const read = async () => [
      (await usageOf(server.pid)).cpuMicros,
      ...(await Promise.all(nodes.map(({ pid }) => serverCpuMicros(pid)))),
    ]
    const before = await read()
    const { responses, perSecond, failed } = await runLoad(server.origin, calls, { seconds: 0, amount: measuredCalls })
    const after = await read()
    if (early + failed > 0) throw new Error(`${early + failed} requests failed, so the figures are not printed.`)
    const micros = after.map((micros, index) => (micros - before[index]!) / responses)
    return { workers, workspacesOn: await countPlaced(nodes, workspaces), perSecond, micros }
  } finally {
    await server.stop()
    await removeDataDir(dataDir)
  }
}

/** Fills the database on the coordinator, then distributes it. */
async function fill(coordinator: CitusNode) {
  const database = openBenchDatabase(coordinator.socketDir)
  try {
    await migrate(database)
    const workspaces = await createBenchWorkspaces(database, workspaceCount, 'spread')
    for (const workspace of workspaces) await insertRequests(database, workspace, requestsEach)
    const calls = await mixedCalls(database, workspaces)
    await distribute(database, { shards, isDryRun: false, report: () => {} })
    return { workspaces, calls }
  } finally {
    await database.close()
  }
}

/** Returns calls of all workspaces in turn: of ten, five list requests, three get one, and two create one. */
async function mixedCalls(database: Database, workspaces: BenchWorkspace[]): Promise<() => BenchRequest> {
  const { rows } = await database.pool.query<{ workspace_id: string; id: string }>(
    'select distinct on (workspace_id) workspace_id, id from feedback order by workspace_id, id',
  )
  const known = new Map(rows.map(({ workspace_id, id }) => [workspace_id, id]))
  let count = 0
  return () => {
    count += 1
    const turn = Math.floor(count / workspaces.length)
    const { id, keys } = workspaces[count % workspaces.length]!
    const headers = { authorization: `Bearer ${keys[turn % keys.length]}` }
    const kind = (count + turn) % 10
    if (kind < 5) return { path: '/api/v1/feedback', headers }
    if (kind < 8) return { path: `/api/v1/feedback/${known.get(id)}`, headers }
    const submitter = { email: `customer${turn}@example.com` }
    return {
      method: 'POST',
      path: '/api/v1/feedback',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': `spread-${count}` },
      body: JSON.stringify({ title: `Request ${count}`, description: 'What the customer needs.', submitter }),
    }
  }
}

/** Counts the workspaces on each worker. */
async function countPlaced([coordinator, ...workers]: CitusNode[], workspaces: BenchWorkspace[]): Promise<number[]> {
  const rows = await runOn(
    coordinator!,
    databaseName,
    `select s.nodeport, count(*)::int as count from unnest($1::uuid[]) w (id)
     join citus_shards s on s.table_name = 'feedback'::regclass
       and s.shardid = get_shard_id_for_distribution_column('feedback', w.id)
     group by 1`,
    [workspaces.map(({ id }) => id)],
  )
  return workers.map(({ port }) => Number(rows.find(({ nodeport }) => nodeport === port)?.count ?? 0))
}

const microsPerTick = 10_000
const maxAttempts = 20

/** Returns the processor time of all processes of a server in µs, including those that have ended. */
async function serverCpuMicros(postmaster: number): Promise<number> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const ended = await endedCpuMicros(postmaster)
    const running = await databaseCpuMicros(postmaster)
    // Otherwise, a process ended in the meantime, which may be counted twice or not at all.
    if ((await endedCpuMicros(postmaster)) === ended) return ended + running
  }
  throw new Error('Processes of PostgreSQL end too often to measure their processor time.')
}

/** Returns the processor time of the children of a process that have ended. */
async function endedCpuMicros(parent: number): Promise<number> {
  const stat = await readFile(`/proc/${parent}/stat`, 'utf8')
  // The 14th and 15th fields after the name, which is in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[13], fields[14]]
  return (Number(user) + Number(system)) * microsPerTick
}
