import type { Database } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { lockEntryIfExists } from '../queries.ts'
import { publishEntry } from './publish.ts'

/** Entries that one look publishes. More wait for the next, a second later. */
const batchSize = 100

/**
 * Publishes the entries whose time has come, by the very operation of the API (contract §6). Several processes may do
 * so at once: each entry is looked at again under its lock, so that a change of its schedule counts if it came before.
 * @returns the ids that were published by this call.
 * @throws the first failure, after all others have been tried.
 */
export async function publishScheduledEntries(
  { database, jobs }: { database: Database; jobs: Jobs },
  now: string,
): Promise<string[]> {
  const due = await database.db
    .selectFrom('changelog_entries')
    .select(['workspace_id', 'id'])
    .where('scheduled_publish_at', '<=', now)
    .orderBy('scheduled_publish_at')
    .limit(batchSize)
    .execute()
  const published: string[] = []
  const failures: unknown[] = []
  for (const { workspace_id: workspaceId, id } of due) {
    const attempt = inTransaction(database.pool, async (tx) =>
      publishIfDue({ ...tx, ...systemActor, enqueue: jobs.enqueueIn(tx.db), workspaceId, now }, id),
    )
    await attempt.then(
      (isPublished) => isPublished && published.push(id),
      (error) => failures.push(error),
    )
  }
  if (failures.length > 0) throw failures[0]
  return published
}

const systemActor = { actor: { type: 'system', id: null }, agent: null, requestId: null } as const

async function publishIfDue(tx: WriteScope, id: string): Promise<boolean> {
  const entry = await lockEntryIfExists(tx, id)
  const at = entry?.scheduled_publish_at ?? null
  if (at === null || at > tx.now) return false
  await publishEntry(tx, id)
  return true
}
