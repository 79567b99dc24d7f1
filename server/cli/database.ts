import type { Command } from 'commander'
import { openDatabase } from '../platform/db/database.ts'
import { type DistributionPlan, distribute } from '../platform/db/distribution/distribute.ts'
import { DistributionError, localTables, referenceTables } from '../platform/db/distribution/placement.ts'
import { sessionTarget } from '../platform/db/sessions/sessions.ts'
import { logTo } from '../platform/log.ts'
import { type Static, Strict, Type } from '../platform/schemas.ts'
import { readSettings } from '../platform/settings.ts'
import type { CommandIo } from './command-io.ts'
import { parseOptions } from './run-command.ts'

// Enough for 16 nodes with two cores each: a shard is always on one node.
const defaultShards = 32

const DistributeInput = Strict({ shards: Type.Integer({ minimum: 1, maximum: 4_096 }) })

interface DistributeOptions {
  shards: string
  dryRun?: boolean
  json?: boolean
}

export function databaseCommands(program: Command, io: CommandIo): void {
  program
    .command('database')
    .description('distribute the database over several nodes')
    .command('distribute')
    .description('distribute the tables by workspace over the nodes of the Citus cluster at DATABASE_URL')
    .option('--dry-run', 'print what would be done, and change nothing')
    .option('--shards <number>', 'the number of shards that the workspaces are divided into', String(defaultShards))
    .option('--json', 'print one JSON object')
    .action((options: DistributeOptions) => runDistribute(io, options))
}

async function runDistribute(
  { env, stdout, stderr }: CommandIo,
  { shards, dryRun: isDryRun = false, json }: DistributeOptions,
): Promise<void> {
  const input: Static<typeof DistributeInput> = parseOptions(DistributeInput, { shards: Number(shards) })
  const { databaseUrl, databaseDirectUrl } = readSettings(env)
  if (databaseUrl === null) {
    throw new DistributionError(
      'The embedded database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  }
  // Tables are moved by one session, and nothing else may use the database meanwhile, not even sessions of a pooler.
  const target = sessionTarget({ target: { url: databaseUrl, directUrl: databaseDirectUrl } }, 'distribution')
  const database = openDatabase(target, { size: 1, log: logTo(stderr, 'error') })
  const report = (step: string) => void (json || stdout.write(`${step}\n`))
  try {
    const plan = await distribute(database, { ...input, isDryRun, report })
    stdout.write(json ? `${JSON.stringify({ dryRun: isDryRun, ...plan })}\n` : describePlan(plan, isDryRun))
  } finally {
    await database.close()
  }
}

function describePlan(plan: DistributionPlan, isDryRun: boolean): string {
  const { version, nodes, shards, tables, missing, foreignKeys, isInterrupted } = plan
  const cluster = `Citus ${version}, ${nodes} nodes`
  if (missing.length === 0 && !isInterrupted) {
    return `${cluster}: all ${tables.length} tables are in place. There is nothing to do.\n`
  }
  if (!isDryRun) return `${cluster}: ${missing.length} tables and ${foreignKeys} foreign keys are in place.\n`
  const interrupted = isInterrupted ? 'An earlier run was interrupted; this one would continue it.\n' : ''
  const lines = missing.map(({ name, placement }) =>
    placement === 'reference'
      ? `  ${name}: a copy on every node, because it ${reasonOf(name)}`
      : `  ${name}: ${shards} shards by workspace`,
  )
  const kept = Object.entries(localTables).map(([name, reason]) => `  ${name}: stays on the coordinator; it ${reason}`)
  return `${cluster}. The command would do the following:\n${interrupted}${[...lines, ...kept].join('\n')}\n  ${foreignKeys} foreign keys would be created again.\nNothing was changed.\n`
}

const reasonOf = (name: string): string => (referenceTables as Record<string, string>)[name] ?? ''
