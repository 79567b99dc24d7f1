import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Enqueue } from './jobs/jobs.ts'

/** Who acts: an API key, a member of the team, a customer, or Heed itself (command line, clock). */
export interface Actor {
  type: 'key' | 'member' | 'customer' | 'system'
  id: string | null
  /** Of a member: what they are in this team. */
  role?: 'owner' | 'admin' | 'member'
}

/**
 * What a verb or query may touch: one workspace, by one actor, at one moment, through one database handle.
 * Inside a transaction the handle is the transaction.
 */
export interface Scope {
  db: Kysely<Tables>
  workspaceId: string
  actor: Actor
  /** `X-Service-Agent`: kept for the audit trail, grants nothing. */
  agent: string | null
  requestId: string | null
  now: string
}

/** A scope inside a transaction. */
export interface WriteScope extends Scope {
  /**
   * Hands over a statement that is already on its way and whose rows nobody waits for. The transaction commits only
   * if it succeeds. Saves a round trip for each audit row, vote and counter.
   */
  defer(statement: Promise<unknown>): void
  /** Adds a job that exists if, and only if, this transaction commits. */
  enqueue: Enqueue
}
