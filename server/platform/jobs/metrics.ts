import type { Pool } from 'pg'
import type { GaugeDefinition } from '../http/metrics.ts'
import { redactSecrets } from '../log.ts'

export interface JobCount {
  queue: string
  /** `waiting` for a worker or its start time, `active`, or `dead`: failed after its last retry. */
  state: 'waiting' | 'active' | 'dead'
  count: number
  /** When the oldest job was added; ISO 8601. */
  oldest: string
}

/** Counts jobs by queue and state. Empty if no process has used jobs yet. */
export async function countJobs(pool: Pool): Promise<JobCount[]> {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('pgboss.job') is not null as "exists"`,
  )
  if (!tables[0]!.exists) return []
  const { rows } = await pool.query<JobCount>(`
    select name as queue, case state when 'active' then 'active' when 'failed' then 'dead' else 'waiting' end as state,
      count(*) as count, min(created_on) as oldest
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%' group by 1, 2`)
  return rows
}

export interface DeadJob {
  queue: string
  id: string
  /** The error message of the last attempt. */
  reason: string
}

/** Lists the newest dead jobs of one queue or all, 50 at most. */
export async function listDeadJobs(pool: Pool, queue: string | null = null): Promise<DeadJob[]> {
  if ((await countJobs(pool)).length === 0) return []
  const { rows } = await pool.query<{ queue: string; id: string; reason: string | null }>(
    `select name as queue, id, output->>'message' as reason from pgboss.job
     where state = 'failed' and name = coalesce($1, name) and name not like '\\_\\_%'
     order by completed_on desc limit 50`,
    [queue],
  )
  return rows.map(({ reason, ...job }) => ({ ...job, reason: redactSecrets(reason ?? 'no reason recorded') }))
}

const states = ['waiting', 'active', 'dead'] as const

/** Returns the gauges of jobs by queue, zeros included. */
export const jobGauges = (pool: Pool, queues: { name: string }[]): GaugeDefinition[] => [
  {
    name: 'heed_jobs',
    help: 'Jobs by queue and state; a dead job has failed its last retry and waits for an operator',
    labelNames: ['queue', 'state'],
    async collect() {
      const counts = await countJobs(pool)
      return queues.flatMap(({ name: queue }) =>
        states.map((state) => ({
          labels: { queue, state },
          value: counts.find((each) => each.queue === queue && each.state === state)?.count ?? 0,
        })),
      )
    },
  },
  {
    name: 'heed_jobs_late_seconds',
    help: 'How long the job that should have started first has been waiting',
    labelNames: ['queue'],
    async collect() {
      const late = await readLateness(pool)
      return queues.map(({ name: queue }) => ({ labels: { queue }, value: late.get(queue) ?? 0 }))
    },
  },
]

/** Returns the delay of the first waiting job of each queue, in seconds. Jobs with a future start time are not late. */
async function readLateness(pool: Pool): Promise<Map<string, number>> {
  if ((await countJobs(pool)).length === 0) return new Map()
  const { rows } = await pool.query<{ queue: string; seconds: number }>(`
    select name as queue, extract(epoch from max(now() - start_after))::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after <= now() group by 1`)
  return new Map(rows.map(({ queue, seconds }) => [queue, seconds]))
}
