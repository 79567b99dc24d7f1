import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Enqueue } from './jobs/jobs.ts'

/**
 * The actor of an operation: an API key, an app that a member has authorized, a team member, a customer, or the system
 * (command line, jobs, schedules).
 */
export interface Actor {
  type: 'key' | 'app' | 'member' | 'customer' | 'system'
  /** For an app, the id of its authorization. */
  id: string | null
  /** A member's role in this team; for an app, the role of the member who authorized it. */
  role?: 'owner' | 'admin' | 'member'
  /** The permissions of an API key or app, for what depends on more than the operation's own scope. */
  scopes?: ReadonlySet<string>
  /** The member who authorized the app. */
  authorizedBy?: string
}

/**
 * The context of a verb or query: one workspace, one actor, one point in time and one database handle. Inside a
 * transaction, the handle is the transaction.
 */
export interface Scope {
  db: Kysely<Tables>
  workspaceId: string
  actor: Actor
  /** The `X-Service-Agent` header. It is recorded in the audit log and grants no permission. */
  agent: string | null
  requestId: string | null
  now: string
}

/** A scope inside a transaction. */
export interface WriteScope extends Scope {
  /**
   * Defers the result of a statement that has been sent and whose rows the caller does not need. An error surfaces at
   * commit and rolls the transaction back. Saves a round trip for each audit row, vote and counter.
   */
  defer(statement: Promise<unknown>): void
  /** Runs a step after the work of this transaction, before it commits. It does not run if the work fails. */
  beforeCommit(step: () => Promise<void> | void): void
  /** Adds a job in this transaction: it exists if and only if the transaction commits. */
  enqueue: Enqueue
}
