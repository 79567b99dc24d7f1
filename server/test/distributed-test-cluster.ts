import { join } from 'node:path'
import { type CitusCluster, joinNodes, runOn, startCitus } from '../../cluster/citus/nodes.ts'
import { distribute } from '../platform/db/distribution/distribute.ts'
import { prepareTemplate, type TestCluster, templates, throwaway } from './test-database.ts'

// Two shards for each table and worker are enough to log statements that touch several shards.
const shards = 4

/**
 * Starts a Citus cluster for the whole run, whose template database is distributed. Every test file then works on a
 * distributed database of its own.
 */
export async function startDistributedTestCluster(): Promise<TestCluster> {
  const { wal_level: _, max_wal_senders: __, ...settings } = throwaway
  const cluster = await startCitus({ workers: 2, settings: { ...settings, ...sessionSettings } })
  const [coordinator, ...workers] = cluster.nodes
  process.env.HEED_TEST_WORKER_SOCKET_DIRS = workers.map(({ socketDir }) => socketDir).join(':')
  try {
    await distributeTemplate(cluster)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return {
    socketDir: coordinator!.socketDir,
    logPath: join(coordinator!.socketDir, 'postgres.log'),
    stop: () => cluster.stop(),
  }
}

async function distributeTemplate({ nodes }: CitusCluster): Promise<void> {
  for (const node of nodes) {
    await runOn(node, 'postgres', `create database ${templates.empty}`)
    await runOn(node, templates.empty, 'create extension citus')
  }
  await joinNodes(nodes, templates.empty)
  // PostgreSQL 18 has this function, which data sets of tests use. The extension needs PostgreSQL 15 to 17.
  await runOn(
    nodes[0]!,
    templates.empty,
    "create function uuidv7() returns uuid language sql as 'select gen_random_uuid()'",
  )
  await prepareTemplate(nodes[0]!.socketDir, (database) =>
    distribute(database, { shards, isDryRun: false, report: () => {} }),
  )
}

// A copied database does not have the settings of its template.
const sessionSettings = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // A generic plan, which Citus never uses, would be recorded as one for all shards.
  plan_cache_mode: 'force_custom_plan',
  // support/spread-statements.ts reads the log.
  log_line_prefix: '%m [%p] %a ',
  // Record the statements that Citus runs in parts, and those that touch several shards, in the log of the coordinator.
  log_min_messages: 'debug1',
  'citus.multi_task_query_log_level': 'log',
  log_min_error_statement: 'debug1',
  // For the statements of tests, some of which name no workspace.
  'citus.enable_repartition_joins': 'on',
}
