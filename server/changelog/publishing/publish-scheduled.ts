import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { lockEntryIfExists } from '../queries.ts'
import { publishEntry } from './publish.ts'

/** The entries that one poll publishes. More wait for the next poll, a second later. */
const batchSize = 100

/**
 * Publishes the entries that are due, with the verb that the API uses (contract §6). Several processes may run it at
 * once: each entry is checked again under its lock, so that a schedule or plan changed before then is respected.
 * @returns the ids that this call has published
 * @throws the first failure, after it has tried all entries
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
    // The history of a completed request finds its mail by this id.
    const origin = { requestId: newId() }
    const attempt = writeAsSystem(
      { database, jobs, clock: () => now },
      workspaceId,
      (tx) => publishIfDue(tx, id),
      origin,
    )
    await attempt.then(
      (isPublished) => isPublished && published.push(id),
      (error) => failures.push(error),
    )
  }
  if (failures.length > 0) throw failures[0]
  return published
}

async function publishIfDue(tx: WriteScope, id: string): Promise<boolean> {
  const entry = await lockEntryIfExists(tx, id)
  const at = entry?.scheduled_publish_at ?? null
  if (at === null || at > tx.now) return false
  await publishEntry(tx, id)
  return true
}
