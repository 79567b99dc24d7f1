import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { withTrackerSession } from '../client/session.ts'
import { trackerCan } from '../permissions.ts'
import { validateTarget } from '../send/validate-target.ts'
import { TrackerError } from '../tracker.ts'
import { type ConnectionContext, interactiveTimeout } from './context.ts'
import { type Connection, getCurrentConnection, toDefaultTarget, updateConnection } from './queries.ts'

export interface ConnectionHealth {
  connection: Connection
  /** Active links, and links whose issue the tracker has not confirmed yet. */
  links: { active: number; creating: number }
  /** When the tracker last called about one of our issues, in the last 30 days; ISO 8601. */
  lastCallAt: string | null
  /** Why the check failed; null if it passed. */
  failure: string | null
}

/** Tests the connection by asking the tracker for its defaults. Null if no tracker is connected. @throws 403 */
export async function checkHealth(context: ConnectionContext): Promise<ConnectionHealth | null> {
  permit(trackerCan(context.scope.actor).configure)
  const { scope } = context
  const connection = await getCurrentConnection(scope)
  if (connection === null) return null
  const failure = await checkDefaults(context, connection)
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

/** Looks up the connection's defaults in the tracker. @returns the reason for a failure; null on success. */
async function checkDefaults(context: ConnectionContext, connection: Connection): Promise<string | null> {
  const issue = { ...toDefaultTarget(connection), title: '', description: '' }
  try {
    await withTrackerSession(context, context.scope.db, connection, interactiveTimeout(), ({ session }) =>
      validateTarget(session, issue, {}, '/'),
    )
    return null
  } catch (error) {
    if (error instanceof TrackerError) return error.message
    throw error
  }
}

/** Counts links and finds the last webhook call in the database, without asking the tracker. */
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
