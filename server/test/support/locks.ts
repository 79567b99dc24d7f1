import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type TestApp, testSocketDir } from '../test-app.ts'
import { isDistributedRun, workerSocketDirs } from '../test-database.ts'
import { connect } from './connections.ts'
import { nameWorkspace } from './distributed-statements.ts'

export interface BlockingTransaction {
  /** Commits, which releases the locks. */
  release(): Promise<void>
}

/** Runs a statement in a transaction that stays open, so that other users of its rows wait for `release`. */
export async function startBlockingTransaction(
  app: TestApp,
  statement: string,
  values: unknown[] = [],
): Promise<BlockingTransaction> {
  const client = await connect(app)
  const text = isDistributedRun() ? await nameWorkspace(client, statement, values) : statement
  await client.query('begin')
  await client.query(text, values)
  return {
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Locks the number of a workspace's tracked customers, so that everybody who adds or deletes a customer waits. */
export const lockCustomerCounter = (app: TestApp, workspaceId: string): Promise<BlockingTransaction> =>
  startBlockingTransaction(app, 'select from workspace_usage where workspace_id = $1 for no key update', [workspaceId])

/**
 * Holds an idempotency key like a running request: with the advisory lock of its name (http/api/idempotency.ts).
 * @param call method and path, such as `POST /api/v1/feedback`.
 */
export const lockIdempotencyKey = (
  app: TestApp,
  workspaceId: string,
  call: string,
  key: string,
): Promise<BlockingTransaction> =>
  startBlockingTransaction(app, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${workspaceId} ${call} ${key}`,
  ])

/** Resolves when this many connections wait for a lock. @returns their process ids. */
export async function waitForBlockedConnections(app: TestApp, count = 1): Promise<number[]> {
  const deadline = Date.now() + 60_000
  // The rows of a distributed database are locked on the nodes that have them.
  const clients = await Promise.all([testSocketDir(), ...workerSocketDirs()].map((folder) => connect(app, folder)))
  try {
    for (;;) {
      const found = await Promise.all(clients.map(listBlockedConnections))
      const pids = [...new Set(found.flat())]
      if (pids.length >= count) return pids
      if (Date.now() > deadline) throw new Error(`${pids.length} connections wait for a lock, not ${count}.`)
      await setTimeout(5)
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Lists the blocked connections of a node by process id. For those that Citus opened, lists the client's connection. */
async function listBlockedConnections(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `select coalesce((substring(application_name from 'gpid=(\\d+)')::bigint % 10000000000)::int, pid) as pid
     from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}
