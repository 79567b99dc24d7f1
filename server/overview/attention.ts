import { sql } from 'kysely'
import { selectOldestPending, selectPendingCount } from '../feedback/pending-count.ts'
import type { Scope } from '../platform/scope.ts'
import {
  presentSetupChecklist,
  type SetupChecklist,
  type StoredSetupChecklist,
  selectSetupChecklist,
} from '../workspaces/setup-checklist.ts'

export interface Attention {
  /** Requests, comments and edits that wait for review, and reports, counted up to 1,000. */
  pendingModeration: { count: number; oldestAt: string | null }
  /** The tracker connection; null without one. */
  tracker: { provider: string; status: 'connected' | 'revoked' | 'stale'; reason: string | null } | null
  setup: SetupChecklist
  /** The entry published last. */
  latestEntry: { id: string; title: string; publishedAt: string } | null
}

interface Row {
  pending: number
  oldest: string | null
  tracker: Attention['tracker']
  setup: StoredSetupChecklist
  latest: Attention['latestEntry']
}

// More than a person reviews in one go; the page shows "1,000+".
const maxCounted = 1_000

/** Loads what needs attention in one statement; each part is read from an index. */
export async function getAttention(
  { db, workspaceId: id }: Scope,
  { isMailConfigured }: { isMailConfigured: boolean },
): Promise<Attention> {
  const { rows } = await sql<Row>`
    select
      ${selectPendingCount(id, maxCounted)} as pending,
      ${selectOldestPending(id)} as oldest,
      (select json_build_object('provider', provider, 'status', status, 'reason', status_reason)
        from tracker_connections where workspace_id = ${id} and disconnected_at is null) as tracker,
      ${selectSetupChecklist(id)} as setup,
      (select json_build_object('id', id, 'title', title, 'publishedAt',
          to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from changelog_entries
        where workspace_id = ${id} and published_at is not null order by published_at desc, id desc limit 1) as latest`.execute(
    db,
  )
  const { pending, oldest, tracker, setup, latest } = rows[0]!
  return {
    pendingModeration: { count: pending, oldestAt: oldest },
    tracker,
    setup: presentSetupChecklist(setup, isMailConfigured),
    latestEntry: latest,
  }
}
