import type { Pool, PoolClient } from 'pg'
import type { DatabaseTarget } from '../database.ts'

/**
 * The work that needs a session of its own, and why. Behind a pooler in transaction mode, each transaction may run in another
 * session, so this work connects to PostgreSQL itself (DATABASE_DIRECT_URL).
 */
export const sessionPurposes = {
  migrations: 'hold an advisory lock over several transactions, and have no time limit',
  distribution: 'holds the lock of the migrations and changes settings of its session',
  'jobs of a worker': 'take and delete jobs, sometimes for longer than a request may take',
  'imports of archives': 'hold advisory locks and settings over many transactions',
  'checks of archives': 'hold one transaction with temporary tables for minutes',
  'exports of workspaces': 'hold one transaction with a cursor for minutes',
  backups: 'copy all tables in one transaction, and restore them',
} as const

export type SessionPurpose = keyof typeof sessionPurposes

/** What `withSession` needs of a database. */
export interface SessionSource {
  /** Leads to PostgreSQL itself. The same as `pool` unless there is a pooler in between. */
  sessions: Pool
}

/**
 * Runs `work` in a session of its own, which is closed afterwards with everything that belongs to it: settings, locks,
 * temporary tables and an open transaction.
 */
export async function withSession<T>(
  { sessions }: SessionSource,
  _purpose: SessionPurpose,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await sessions.connect()
  try {
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** Returns whether there is a pooler between Heed and PostgreSQL. */
export const isPooled = (target: DatabaseTarget): boolean => directTarget(target) !== target

/** Returns where to open the connections of libraries that need sessions. */
export const sessionTarget = ({ target }: { target: DatabaseTarget }, _purpose: SessionPurpose): DatabaseTarget =>
  directTarget(target)

/** Returns where PostgreSQL itself is: the same object if no pooler is in between. */
export function directTarget(target: DatabaseTarget): DatabaseTarget {
  if ('url' in target) return target.directUrl == null ? target : { url: target.directUrl }
  const { socketDir, directSocketDir, ...database } = target
  return directSocketDir === undefined ? target : { socketDir: directSocketDir, ...database }
}
