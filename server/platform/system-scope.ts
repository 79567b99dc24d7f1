import { type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import { inTransaction } from './db/transaction.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Scope, WriteScope } from './scope.ts'

/** The details that the audit log records in addition to the actor. */
type Origin = Partial<Pick<Scope, 'agent' | 'requestId'>>

/** Returns the scope of work that Heed does itself: jobs, schedules and the command line. */
export const systemScope = (workspaceId: string, now: string, origin: Origin = {}): Omit<Scope, 'db'> => ({
  workspaceId,
  actor: { type: 'system', id: null },
  agent: null,
  requestId: null,
  ...origin,
  now,
})

export interface SystemWriteDeps {
  database: Database
  jobs: Jobs
  clock?: Clock
}

/** Runs `work` as the system, in one transaction. Each attempt of the transaction reads the clock again. */
export const writeAsSystem = <T>(
  { database, jobs, clock = systemClock }: SystemWriteDeps,
  workspaceId: string,
  work: (scope: WriteScope) => Promise<T> | T,
  origin: Origin = {},
): Promise<T> =>
  inTransaction<T>(database.pool, async (tx) =>
    work({ ...tx, ...systemScope(workspaceId, clock(), origin), enqueue: jobs.enqueueIn(tx.db) }),
  )
