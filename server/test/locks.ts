import { setTimeout } from 'node:timers/promises'
import type { World } from './world.ts'

export interface Held {
  /** Commits, and lets those who wait go on. */
  release(): Promise<void>
}

/** Runs a statement in a transaction that stays open: whoever needs the same rows or table waits for `release`. */
export async function hold({ database }: World, statement: string, values: unknown[] = []): Promise<Held> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    async release() {
      await client.query('commit')
      client.release()
    },
  }
}

/**
 * Holds an idempotency key as a running request does: by the advisory lock of its name (http/idempotency.ts).
 * @param call method and path, such as `POST /api/v1/feedback`.
 */
export const holdKey = (world: World, workspaceId: string, call: string, key: string): Promise<Held> =>
  hold(world, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${workspaceId} ${call} ${key}`])

/** Resolves when this many of the world's connections wait for a lock. @returns their process ids. */
export async function untilWaiting({ database }: World, count = 1): Promise<number[]> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length >= count) return rows.map(({ pid }) => pid)
    if (Date.now() > deadline) throw new Error(`${rows.length} connections wait for a lock, not ${count}.`)
    await setTimeout(5)
  }
}
