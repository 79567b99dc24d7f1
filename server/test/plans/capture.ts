import type { Database } from '../../platform/db/database.ts'

/** A node of a plan as `explain (analyze, format json)` describes it; only the members that are used. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Subplan Name'?: string
  'Sort Key'?: string[]
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  /** Total over all loops. A skip scan starts a search for each value that it skips to. */
  'Index Searches'?: number
  Plans?: PlanNode[]
}

export interface CapturedPlan {
  statement: string
  root: PlanNode
}

export type PlanMode = 'force_generic_plan' | 'force_custom_plan'

/**
 * Makes later connections to a database report the plan of every statement that they run, with the rows that each node
 * really returned. The module auto_explain comes with PostgreSQL.
 */
export async function reportPlans({ pool }: Database, databaseName: string): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    // Plans must be the same everywhere, and most systems have no JIT compiler.
    jit: 'off',
  }
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`alter database ${databaseName} set ${name} = '${value}'`)
  }
}

/**
 * Makes the connections of a pool plan statements in one way, and collects the plans that they report.
 * @returns a function that takes the plans collected so far
 */
export function collectPlans({ pool }: Database, mode: PlanMode): () => CapturedPlan[] {
  let plans: CapturedPlan[] = []
  const collect = ({ message = '' }: { message?: string | undefined }) => {
    const json = /plan:\n([\s\S]*)$/.exec(message)?.[1]
    if (json === undefined) return
    const { 'Query Text': statement, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
    plans.push({ statement, root })
  }
  const known = new WeakSet<object>()
  // Not at the event `connect`, because the app has already connected.
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    client.on('notice', collect)
    // Runs before the statement that the connection is acquired for.
    void client.query(`set plan_cache_mode = ${mode}`)
  })
  return () => {
    const taken = plans
    plans = []
    return taken
  }
}

/** Lists a node and all nodes below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Returns the rows that a scan read: those that it returned and those that it discarded. */
export const rowsRead = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** Returns how often a scan searched its index, without the first search of each loop. */
export const extraSearches = (node: PlanNode): number => (node['Index Searches'] ?? 0) - node['Actual Loops']

/** Describes a plan for a failure message. */
export function describePlan({ statement, root }: CapturedPlan): string {
  const describe = (node: PlanNode, depth: number): string => {
    const target = [node['Relation Name'], node['Index Name'] && `using ${node['Index Name']}`]
      .filter(Boolean)
      .join(' ')
    const details = [node['Index Cond'], node.Filter && `filter ${node.Filter}`, node['Sort Key']?.join(', ')]
    const label = [node['Subplan Name'], node['Node Type'], target, ...details].filter(Boolean).join(' ')
    const line = `${'  '.repeat(depth)}${label} — ${node['Actual Loops']} × ${node['Actual Rows']} rows, ${rowsRead(node)} read`
    return [line, ...(node.Plans ?? []).map((child) => describe(child, depth + 1))].join('\n')
  }
  return `${statement.replace(/\s+/g, ' ').trim()}\n${describe(root, 1)}`
}
