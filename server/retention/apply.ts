import { sql } from 'kysely'
import { deleteCustomerIf } from '../customers/deletion/delete.ts'
import { nilUuid } from '../platform/ids.ts'
import { Problem } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type SystemWriteDeps, writeAsSystem } from '../platform/system-scope.ts'
import { clearExpiredContext } from './clear-context.ts'
import { isExpiredCustomer } from './expired.ts'
import { getRetention, type RetentionSettings } from './settings.ts'

// Customers per lookup, and per workspace and run, so that the first run after a change does not occupy the worker.
const batchSize = 100
const maxCustomersPerRun = 2_000

export interface RetentionReport {
  customers: number
  requests: number
}

/**
 * Deletes the data that the retention settings of each workspace do not keep, in small transactions. Each transaction
 * checks again, so a second run or another worker deletes nothing else, and a run that is killed continues an hour
 * later.
 * @throws {AggregateError} after all workspaces, with the error of each that failed
 */
export async function applyRetention(deps: SystemWriteDeps, signal: AbortSignal): Promise<RetentionReport> {
  const report: RetentionReport = { customers: 0, requests: 0 }
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from workspaces
    where num_nonnulls(retention_inactive_months, retention_visitor_days, retention_context_months) > 0
    order by 1`.execute(deps.database.db)
  const failures = new Map<string, unknown>()
  for (const { id } of rows) {
    const write = <T>(work: (tx: WriteScope) => Promise<T>) => writeAsSystem(deps, id, work)
    try {
      report.customers += await deleteExpiredCustomers(write, signal)
      report.requests += await clearContexts(write, signal)
    } catch (error) {
      // Thrown after all workspaces have had their turn, so that one cannot hold up the others.
      failures.set(id, error)
    }
  }
  if (failures.size > 0) {
    throw new AggregateError(failures.values(), `Data retention failed for ${[...failures.keys()].join(', ')}.`)
  }
  return report
}

type Write = <T>(work: (tx: WriteScope) => Promise<T>) => Promise<T>

async function deleteExpiredCustomers(write: Write, signal: AbortSignal): Promise<number> {
  let [deleted, seen, after] = [0, 0, nilUuid]
  while (seen < maxCustomersPerRun) {
    const ids = await write((tx) => listExpiredCustomers(tx, after))
    for (const id of ids) {
      if (signal.aborted) return deleted
      if (await write((tx) => deleteIfExpired(tx, id))) deleted += 1
    }
    if (ids.length < batchSize) break
    seen += ids.length
    after = ids.at(-1)!
  }
  return deleted
}

const isOn = ({ inactiveMonths, visitorDays }: RetentionSettings): boolean =>
  inactiveMonths !== null || visitorDays !== null

async function listExpiredCustomers(tx: WriteScope, after: string): Promise<string[]> {
  const settings = await getRetention(tx)
  if (!isOn(settings)) return []
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where c.workspace_id = ${tx.workspaceId} and c.id > ${after}
      and ${isExpiredCustomer(settings, tx.now)} order by c.id limit ${batchSize}`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Deletes a customer if the current settings still say so: the team may have changed them since the lookup. */
async function deleteIfExpired(tx: WriteScope, id: string): Promise<boolean> {
  const settings = await getRetention(tx)
  try {
    return (await deleteCustomerIf(tx, id, isExpiredCustomer(settings, tx.now))) !== null
  } catch (error) {
    // The customer was deleted meanwhile, by themself or by the team.
    if (error instanceof Problem && error.code === 'not_found') return false
    throw error
  }
}

async function clearContexts(write: Write, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await write(async (tx) => {
      const { contextMonths } = await getRetention(tx)
      return contextMonths === null ? 0 : clearExpiredContext(tx, contextMonths)
    })
    if (count === 0) break
    total += count
  }
  return total
}
