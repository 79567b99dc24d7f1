import type { Database } from '../../server/platform/db/database.ts'
import type { BenchServer } from '../bench-server.ts'
import { databaseCpuMicros, databaseMemoryBytes, postmasterOf } from '../process-usage.ts'
import type { LoadInterval } from './open-loop.ts'

/** One row of the CSV file: figures by column. */
export type Sample = Record<string, number>

const tables = [
  ...['feedback', 'comments', 'votes', 'customers', 'audit_events', 'idempotency_records', 'roadmap_items'],
  ...['notification_events', 'notification_deliveries'],
]
const mebibyte = 2 ** 20

/** Returns a function that measures the server and its database. It uses one connection, which it does not count. */
export async function createSampler(
  server: BenchServer,
  database: Database,
): Promise<(load: LoadInterval) => Promise<Sample>> {
  const postmaster = await postmasterOf(server.socketDir)
  const startedAt = performance.now()
  let last = {
    at: startedAt,
    node: (await readProcesses(server)).cpuSeconds,
    postgres: await databaseCpuMicros(postmaster),
  }
  const firstWal = (await readDatabase(database)).wal
  return async (load) => {
    const now = performance.now()
    const seconds = (now - last.at) / 1_000
    const [{ cpuSeconds, ...processes }, postgres, memory, { wal, ...stored }] = await Promise.all([
      readProcesses(server),
      databaseCpuMicros(postmaster),
      databaseMemoryBytes(postmaster),
      readDatabase(database),
    ])
    const sample = {
      seconds: Math.round((now - startedAt) / 1_000),
      ...describeLoad(load, seconds),
      ...processes,
      node_cpu_percent: ((cpuSeconds - last.node) / seconds) * 100,
      postgres_memory_mb: memory / mebibyte,
      postgres_cpu_percent: (postgres - last.postgres) / 10_000 / seconds,
      ...stored,
      wal_written_mb: (wal - firstWal) / mebibyte,
      generator_rss_mb: process.memoryUsage.rss() / mebibyte,
    }
    last = { at: now, node: cpuSeconds, postgres }
    return sample
  }
}

const describeLoad = ({ requests, errors, latency }: LoadInterval, seconds: number): Sample => ({
  requests,
  errors,
  requests_per_second: requests / seconds,
  ...Object.fromEntries(
    Object.entries(latency).flatMap(([surface, { p50, p99 }]) => [
      [`${surface}_p50_ms`, p50],
      [`${surface}_p99_ms`, p99],
    ]),
  ),
})

/** Reads the server's own metrics, which cover all of its processes. */
async function readProcesses({ origin }: BenchServer): Promise<Sample & { cpuSeconds: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const values = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name,
    labels,
    value: Number(value),
  }))
  const sum = (metric: string, label = ''): number =>
    values
      .filter(({ name, labels }) => name === metric && labels.includes(label))
      .reduce((total, { value }) => total + value, 0)
  const memory = values
    .filter(({ name }) => name === 'heed_process_memory_bytes')
    .map(({ labels, value }) => [`rss_${/process="([\w-]+)"/.exec(labels)?.[1]}_mb`, value / mebibyte])
  return {
    ...Object.fromEntries(memory),
    heap_used_mb: sum('heed_nodejs_heap_size_used_bytes') / mebibyte,
    external_mb: sum('heed_nodejs_external_memory_bytes') / mebibyte,
    open_files: sum('heed_process_open_fds'),
    jobs_waiting: sum('heed_jobs', 'state="waiting"'),
    jobs_active: sum('heed_jobs', 'state="active"'),
    jobs_dead: sum('heed_jobs', 'state="dead"'),
    notifications_due: sum('heed_notification_events_due') + sum('heed_announcements_due'),
    deliveries_due: sum('heed_deliveries_due'),
    cpuSeconds: sum('heed_process_cpu_time_seconds'),
  }
}

/** Reads sizes, connections, and the rows that vacuum has not removed yet, as PostgreSQL estimates them. */
async function readDatabase({ pool }: Database): Promise<Sample & { wal: number }> {
  const { rows } = await pool.query<Sample & { wal: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid())
         as connections,
       pg_database_size(current_database()) / 1048576.0::float8 as database_mb,
       (select sum(size) / 1048576.0 from pg_ls_waldir())::float8 as wal_files_mb,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
       ${tables
         .map(
           (name) => `(select n_dead_tup from pg_stat_user_tables where relid = '${name}'::regclass) as dead_${name},
       (select n_live_tup from pg_stat_user_tables where relid = '${name}'::regclass) as live_${name},
       pg_total_relation_size('${name}') / 1048576.0::float8 as size_${name}_mb`,
         )
         .join(', ')}`,
  )
  return rows[0]!
}

/** Returns the share of dead rows in the main tables together, in percent. */
export function deadRowsPercent(sample: Sample): number {
  const sum = (prefix: string) => tables.reduce((total, name) => total + sample[`${prefix}_${name}`]!, 0)
  return (sum('dead') / Math.max(1, sum('dead') + sum('live'))) * 100
}
