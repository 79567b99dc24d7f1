import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { ApiResource } from '../platform/http/api/credentials.ts'
import type { ApiScope } from '../platform/http/api/scopes.ts'
import { newId } from '../platform/ids.ts'
import { invalid, invalidState, notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { grantableScopes } from './grantable-scopes.ts'
import type { AppDescription } from './interactions.ts'
import { appsCan } from './permissions.ts'
import { redirectTarget } from './redirect-uris.ts'

export interface Consent {
  app: AppDescription
  redirectUri: string
  /** The scopes that the app asked for. */
  scopes: ApiScope[]
  /** The scopes that the page showed and the person agreed to, from the form. */
  shownScopes: readonly string[]
  resources: ApiResource[]
}

/**
 * Authorizes an app to act in this workspace for the acting member, with the requested scopes that the member was shown
 * and that their role can grant now. A role that was raised after the page was loaded grants no scope that the page did
 * not show.
 * @returns the id of the authorization @throws 400 if no scope is left; 403
 */
export async function authorizeApp(tx: WriteScope, consent: Consent): Promise<string> {
  permit(appsCan(tx.actor).authorize)
  const { app, redirectUri, resources } = consent
  if (app.workspaceId !== null && app.workspaceId !== tx.workspaceId) throw notFound()
  const { db, workspaceId, actor, now } = tx
  // With this lock, a concurrent change of the role waits, and then ends this authorization too.
  const member = await db
    .selectFrom('members')
    .select(['id', 'email', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .forShare()
    .executeTakeFirst()
  if (!member) throw notFound()
  const grantable = new Set(grantableScopes(member.role as 'member'))
  const scopes = consent.scopes.filter((scope) => grantable.has(scope) && consent.shownScopes.includes(scope))
  if (scopes.length === 0)
    throw invalid([
      { path: '', message: 'Your role can’t allow any of this. Reload the page to see what it can allow.' },
    ])
  if (resources.length === 0) throw invalidState('The app asked for a resource that does not exist.')
  const id = newId()
  const redirectHost = redirectTarget(redirectUri)
  await db
    .insertInto('app_authorizations')
    .values({
      workspace_id: workspaceId,
      id,
      member_id: member.id,
      authorized_by: member.email,
      client_id: app.clientId,
      name: app.name,
      client_host: app.clientHost,
      redirect_host: redirectHost,
      scopes,
      resources,
      created_at: now,
    })
    .execute()
  audit(tx, 'app.authorized', id, { name: app.name, host: app.clientHost ?? redirectHost, scopes, resources })
  return id
}
