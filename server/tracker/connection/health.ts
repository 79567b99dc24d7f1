import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { withTrackerSession } from '../client/session.ts'
import { validateTarget } from '../send/validate-target.ts'
import { TrackerError } from '../tracker.ts'
import type { ConnectionContext } from './connect.ts'
import { type Connection, getCurrentConnection, updateConnection } from './queries.ts'

export interface ConnectionHealth {
  connection: Connection
  /** Active links, and those whose tracker has not answered yet. */
  links: { active: number; creating: number }
  /** When the tracker last called about an issue of ours, in the last 30 days; ISO 8601. */
  lastCallAt: string | null
  /** Why the tracker could not be asked just now; null when it could. */
  failure: string | null
}

// Somebody looks on.
const timeoutMs = 30_000

/** How the connection is, asked of the tracker now. Null when there is none. */
export async function checkHealth(desk: ConnectionContext): Promise<ConnectionHealth | null> {
  const { scope } = desk
  const connection = await getCurrentConnection(scope)
  if (connection === null) return null
  const failure = await checkDefaults(desk, connection)
  if (failure === null) {
    await updateConnection(scope.db, connection)
      .set({ status: 'connected', status_reason: null, checked_at: scope.now, backoff_until: null })
      .execute()
  }
  return {
    connection: (await getCurrentConnection(scope)) ?? connection,
    failure,
    ...(await getLinkStats(scope, connection)),
  }
}

/** Looks up the defaults of a connection in the tracker. */
async function checkDefaults(desk: ConnectionContext, connection: Connection): Promise<string | null> {
  const { team_id, project_id, label_ids, assignee_id, priority } = connection
  const target = { teamId: team_id, projectId: project_id, labelIds: label_ids, assigneeId: assignee_id, priority }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await withTrackerSession(desk, desk.scope.db, connection, signal, ({ session }) =>
      validateTarget(session, { ...target, title: '', description: '' }, {}, '/'),
    )
    return null
  } catch (error) {
    if (error instanceof TrackerError) return error.message
    throw error
  }
}

/** Without asking the tracker. */
export const getLinkStats = (
  { db, workspaceId }: Scope,
  { id }: Connection,
): Promise<Pick<ConnectionHealth, 'links' | 'lastCallAt'>> =>
  db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('tracker_links')
        .select(
          sql<ConnectionHealth['links']>`json_build_object(
            'active', count(*) filter (where state = 'active'),
            'creating', count(*) filter (where state = 'creating'))`.as('links'),
        )
        .where('workspace_id', '=', workspaceId)
        .where('connection_id', '=', id)
        .$asScalar()
        .$notNull()
        .as('links'),
      selectFrom('tracker_webhook_deliveries')
        .select(({ fn }) => fn.max('received_at').as('at'))
        .where('workspace_id', '=', workspaceId)
        .where('connection_id', '=', id)
        .as('lastCallAt'),
    ])
    .executeTakeFirstOrThrow()
