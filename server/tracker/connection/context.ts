import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { TrackerDeps } from '../client/session.ts'

/**
 * The dependencies for connecting and configuring a tracker, from the command line, the OAuth callback or the console.
 */
export interface ConnectionContext extends TrackerDeps {
  /** For reading, outside any transaction. */
  scope: Scope
  /** Runs `work` in a transaction of its own. Never call the tracker inside it. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
}

// A person is waiting for the result of several calls in a row.
const interactiveTimeoutMs = 30_000

/** Returns a signal that ends calls a person is waiting for after 30 seconds. */
export const interactiveTimeout = (): AbortSignal => AbortSignal.timeout(interactiveTimeoutMs)
