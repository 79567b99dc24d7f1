import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface Attention {
  /** Requests that wait to be moderated; counted up to 1,000. */
  pendingModeration: { count: number; oldestAt: string | null }
  /** Null without a connection. */
  tracker: { provider: string; status: 'connected' | 'revoked' | 'stale'; reason: string | null } | null
  setup: SetupSteps
  /** The entry that was published last. */
  latestEntry: { id: string; title: string; publishedAt: string } | null
}

/** The steps of a new workspace, as `GET /workspace` tells them. */
export interface SetupSteps {
  board: boolean
  feedback: boolean
  roadmap: boolean
  changelogPublished: boolean
  tracker: boolean
  email: boolean
  complete: boolean
}

interface Row {
  pending: number
  oldest: string | null
  tracker: Attention['tracker']
  setup: Omit<SetupSteps, 'email' | 'complete'>
  latest: Attention['latestEntry']
}

// More than a person works off in one go: the page says "1,000+".
const maxCounted = 1_000

/** One statement of small ones, each by an index. */
export async function getAttention(
  { db, workspaceId: id }: Scope,
  { isMailConfigured }: { isMailConfigured: boolean },
): Promise<Attention> {
  const any = (table: string, holds = sql`true`) =>
    sql`exists (select from ${sql.table(table)} where workspace_id = ${id} and ${holds})`
  const { rows } = await sql<Row>`
    select
      (select count(*) from (select from feedback
        where workspace_id = ${id} and status = 'pending' limit ${maxCounted}) p) as pending,
      (select min(created_at) from feedback where workspace_id = ${id} and status = 'pending') as oldest,
      (select json_build_object('provider', provider, 'status', status, 'reason', status_reason)
        from tracker_connections where workspace_id = ${id} and disconnected_at is null) as tracker,
      json_build_object('board', ${any('boards')}, 'feedback', ${any('feedback')}, 'roadmap', ${any('roadmap_items')},
        'changelogPublished', ${any('changelog_entries', sql`state = 'published'`)},
        'tracker', ${any('tracker_connections', sql`disconnected_at is null`)}) as setup,
      (select json_build_object('id', id, 'title', title, 'publishedAt',
          to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from changelog_entries
        where workspace_id = ${id} and state = 'published' order by published_at desc, id desc limit 1) as latest`.execute(
    db,
  )
  const { pending, oldest, tracker, setup, latest } = rows[0]!
  const steps = { ...setup, email: isMailConfigured }
  return {
    pendingModeration: { count: pending, oldestAt: oldest },
    tracker,
    setup: { ...steps, complete: Object.values(steps).every(Boolean) },
    latestEntry: latest,
  }
}
