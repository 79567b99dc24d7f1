import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { TrackerDeps } from '../client/session.ts'
import { type CurrentConnection, updateConnection } from '../connection/queries.ts'
import { TrackerError, type TrackerErrorKind } from '../tracker.ts'

export interface TrackerJobDeps extends TrackerDeps {
  database: Database
  read(workspaceId: string): Scope
  write<T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>): Promise<T>
}

// The limit for one call. A tracker that takes longer is asked again later.
const callTimeoutMs = 10_000

/** Returns a signal that aborts with `signal` or after `ms`, ten seconds by default. */
export const withTimeout = (signal: AbortSignal, ms = callTimeoutMs): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** Returns an error handler that swallows tracker errors of these kinds. */
export const ignoreKinds =
  (...kinds: TrackerErrorKind[]) =>
  (error: unknown): void => {
    if (!(error instanceof TrackerError && kinds.includes(error.kind))) throw error
  }

/** Swallows the errors of a broken connection: retrying the job cannot help, and reconnecting polls again. */
export const ignoreBrokenConnection = ignoreKinds('revoked', 'stale')

// Long enough that a hundred unresponsive trackers leave most of the time to the others.
const backoffSeconds = 300

/** Makes jobs skip an unresponsive tracker for five minutes. Due links stay due for the next poll. */
export const backOffIfUnavailable =
  ({ database: { db } }: TrackerJobDeps, connection: CurrentConnection) =>
  async (error: unknown): Promise<void> => {
    if (!(error instanceof TrackerError) || error.kind !== 'unavailable') throw error
    // With a Retry-After, `withTrackerSession` has already stored how long to wait.
    if (error.retryAfterSeconds !== null) return
    const until = sql<string>`clock_timestamp() + make_interval(secs => ${backoffSeconds})`
    await updateConnection(db, connection)
      .set({ backoff_until: until })
      .where('credential_version', '=', connection.credential_version)
      .execute()
  }
