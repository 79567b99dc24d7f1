import { type RawBuilder, sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Scope } from '../platform/scope.ts'
import { appsCan } from './permissions.ts'

export interface ConnectedApp {
  id: string
  workspaceId: string
  name: string
  clientHost: string | null
  /** A host, a loopback address, or the scheme of a native app with its colon. */
  redirectHost: string
  scopes: string[]
  resources: string[]
  authorizedBy: string
  createdAt: string
  lastUsedAt: string | null
}

// No team has more.
const maxListed = 500

/** Lists the apps that any member has connected to the workspace, newest first. @throws 403 */
export async function listConnectedApps({ db, workspaceId, actor, now }: Scope): Promise<ConnectedApp[]> {
  permit(appsCan(actor).seeAll)
  return selectConnectedApps(db, sql`a.workspace_id = ${workspaceId}`, now)
}

/** Lists the apps that a person has connected, in all their workspaces. */
export const listAppsOfAccount = (db: Scope['db'], accountId: string, now: string): Promise<ConnectedApp[]> =>
  selectConnectedApps(
    db,
    sql`(a.workspace_id, a.member_id) in (select workspace_id, id from members where account_id = ${accountId})`,
    now,
  )

async function selectConnectedApps(
  db: Scope['db'],
  condition: RawBuilder<unknown>,
  now: string,
): Promise<ConnectedApp[]> {
  const { rows } = await sql<ConnectedApp>`
    select a.id, a.workspace_id as "workspaceId", a.name, a.client_host as "clientHost",
      a.redirect_host as "redirectHost", a.scopes, a.resources, a.authorized_by as "authorizedBy",
      a.created_at as "createdAt", a.last_used_at as "lastUsedAt"
    from app_authorizations a
    where ${condition} and a.ended_at is null
      -- Excludes abandoned requests, and apps whose last token has expired.
      and exists (select from app_tokens t where t.workspace_id = a.workspace_id and t.authorization_id = a.id
        and t.expires_at > ${now} and t.consumed_at is null)
    order by a.created_at desc, a.id desc limit ${maxListed}`.execute(db)
  return rows
}
