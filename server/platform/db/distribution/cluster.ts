import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from './inspect.ts'
import { DistributionError } from './placement.ts'

// The tests run on Citus 13.
const requiredMajor = 13

/** The cluster as its coordinator sees it. */
export interface ClusterState {
  version: string
  /** The nodes that may hold shards. */
  nodes: number
}

/** Reads the cluster. @throws if this is not the coordinator of a cluster that can hold the tables */
export async function readCluster(pool: Queryable): Promise<ClusterState> {
  const { rows: extensions } = await pool.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  )
  const version = extensions[0]?.version
  if (version === undefined) {
    throw new DistributionError(
      'The extension citus is not installed in this database. Create it on every node (create extension citus), add the nodes, and run ' +
        'this command again.',
    )
  }
  if (Number.parseInt(version, 10) < requiredMajor) {
    throw new DistributionError(
      `This database has Citus ${version}; Heed needs Citus ${requiredMajor} or later. Upgrade Citus on every node.`,
    )
  }
  const { rows } = await pool.query<{ is_coordinator: boolean; nodes: number }>(`
    select citus_is_coordinator() as is_coordinator,
      (select count(*)::int from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as nodes`)
  const { is_coordinator: isCoordinator, nodes } = rows[0]!
  if (!isCoordinator) throw new DistributionError('DATABASE_URL points to a Citus worker. Connect to the coordinator.')
  if (nodes === 0) {
    throw new DistributionError(
      'The Citus cluster has no node that can hold tables. Add one: select citus_add_node(host, port).',
    )
  }
  return { version, nodes }
}

// A connection that this command has closed may still be listed for a moment.
const patienceMs = 3_000

interface Waiting {
  /** The advisory lock of processes that start, and may wait: they have not used the database yet. */
  migrationLock: number
  /** Completes the message. */
  reason: string
}

/** Rejects a database that other processes of Heed use. */
export async function assertUnused(client: Queryable, { migrationLock, reason }: Waiting): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ connections: number }>(
      `select count(*)::int as connections from pg_stat_activity a
       where datname = current_database() and backend_type = 'client backend' and application_name = 'heed'
         and pid <> pg_backend_pid() and not exists (select from pg_locks l
           where l.pid = a.pid and l.locktype = 'advisory' and l.objid = $1 and not l.granted)`,
      [migrationLock],
    )
    const { connections } = rows[0]!
    if (connections === 0) return
    if (Date.now() > deadline) {
      throw new DistributionError(
        `Other processes of Heed use this database (${connections} connections). Stop them: ${reason}`,
      )
    }
    await sleep(100)
  }
}

/**
 * Sets the parameters that sessions on every node need: triggers run on the node of their row and read other tables of
 * its workspace, and results of time functions must not depend on the node.
 */
export async function setNodeSettings(pool: Queryable): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name')
  // The coordinator sends the settings to the other nodes.
  for (const setting of nodeSettings) await pool.query(`alter database ${rows[0]!.name} set ${setting}`)
}

const nodeSettings = [
  "timezone to 'UTC'",
  'citus.enable_unsafe_triggers to on',
  'citus.allow_nested_distributed_execution to on',
]
