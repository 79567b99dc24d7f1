import type { PoolClient } from 'pg'
import { lockCounter } from '../../customers/tracking/counter.ts'
import { kyselyOnClient } from '../../platform/db/kysely-dialect.ts'

export interface LastEvent {
  id: string
  sequence: number
  createdAt: string
}

interface ArchiveImport {
  workspaceId: string
  importId: string
  originId: string
}

/** Returns whether the archive rebuilds the workspace: if it has no content yet, or had none when this import began. */
export async function isRebuildOf(client: PoolClient, { workspaceId, importId }: ArchiveImport): Promise<boolean> {
  const { rows } = await client.query<{ is_rebuild: boolean }>(
    'select is_rebuild from archive_imports where workspace_id = $1 and import_id = $2',
    [workspaceId, importId],
  )
  return rows[0]?.is_rebuild ?? isEmpty(client, workspaceId)
}

async function isEmpty(client: PoolClient, workspaceId: string): Promise<boolean> {
  const content = ['feedback', 'feedback_merges', 'customers', 'companies', 'changelog_entries']
  const { rows } = await client.query<{ empty: boolean }>(
    `select ${content.map((table) => `not exists (select from ${table} where workspace_id = $1)`).join(' and ')} as empty`,
    [workspaceId],
  )
  return rows[0]!.empty
}

/** Returns when the newest archive of earlier imports was written; null if this is the first of its workspace. */
export async function lastExport(
  client: PoolClient,
  { workspaceId, importId, originId }: ArchiveImport,
): Promise<string | null> {
  const { rows } = await client.query<{ at: string | null }>(
    `select to_char(max(exported_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from archive_imports
     where workspace_id = $1 and origin_id = $2 and import_id <> $3`,
    [workspaceId, originId, importId],
  )
  return rows[0]!.at
}

/**
 * Prepares the workspace once. In an empty workspace, the archive's boards and events replace the first board and the
 * events, and the next event and the webhooks continue after the last imported event. The replaced data is kept for an
 * undo.
 */
export async function prepareWorkspace(
  client: PoolClient,
  target: ArchiveImport & { exportedAt: string },
  { isRebuild, lastEvent }: { isRebuild: boolean; lastEvent: LastEvent | null },
): Promise<void> {
  const { workspaceId, importId, originId, exportedAt } = target
  await client.query('begin')
  try {
    await lockCounter({ db: kyselyOnClient(client), workspaceId })
    // Citus also counts rows that were not inserted, so the returned rows are counted.
    const { rows: inserted } = await client.query(
      `insert into archive_imports (workspace_id, import_id, origin_id, is_rebuild, exported_at, replaced)
       select $1::uuid, $2::uuid, $3::uuid, $4::boolean, $5::timestamptz, case when $4 then jsonb_build_object(
         'settings', (select to_jsonb(w) from workspaces w where w.workspace_id = $1::uuid),
         'boards', (select coalesce(jsonb_agg(to_jsonb(b)), '[]') from boards b where b.workspace_id = $1::uuid)) else '{}' end
       on conflict do nothing returning import_id`,
      [workspaceId, importId, originId, isRebuild, exportedAt],
    )
    if (inserted.length === 1 && isRebuild) {
      if (!(await isEmpty(client, workspaceId))) throw new Error('The workspace is no longer empty. Start again.')
      await client.query('delete from boards where workspace_id = $1', [workspaceId])
      await client.query('delete from events where workspace_id = $1', [workspaceId])
      if (lastEvent !== null) await continueAfter(client, workspaceId, lastEvent)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Records the settings that an import wrote: an undo restores those that have not changed since. */
export async function keepWrittenSettings(client: PoolClient, { workspaceId, importId }: ArchiveImport): Promise<void> {
  await client.query(
    `update archive_imports set replaced = replaced || jsonb_build_object('written',
       (select to_jsonb(w) from workspaces w where w.workspace_id = $1::uuid))
     where workspace_id = $1::uuid and import_id = $2::uuid and is_rebuild`,
    [workspaceId, importId],
  )
}

/**
 * Keeps imported events from being sent: the next event gets a higher number, and webhooks begin after the last
 * imported event.
 */
async function continueAfter(client: PoolClient, workspaceId: string, { id, sequence, createdAt }: LastEvent) {
  await client.query(
    `insert into event_counters as c (workspace_id, last_sequence, last_event_at) values ($1, $2, $3)
     on conflict (workspace_id) do update set last_sequence = greatest(c.last_sequence, excluded.last_sequence),
       last_event_at = greatest(c.last_event_at, excluded.last_event_at)`,
    [workspaceId, sequence, createdAt],
  )
  await client.query(
    `update webhooks set last_event_id = greatest(last_event_id, $2::uuid), last_sequence = greatest(last_sequence, $3)
     where workspace_id = $1`,
    [workspaceId, id, sequence],
  )
}
