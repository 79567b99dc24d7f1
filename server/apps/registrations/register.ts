import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { cleanLine } from '../../platform/formats/visible-text.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { type Static, Strict, Text, Type } from '../../platform/schemas.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { endAuthorizations } from '../end.ts'
import { appsCan } from '../permissions.ts'
import { redirectUriProblem } from '../redirect-uris.ts'

export const AppRegistration = Strict({
  name: Text({ min: 1, max: 100 }),
  redirectUris: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 10, uniqueItems: true }),
})
export type AppRegistration = Static<typeof AppRegistration>

export interface RegisteredApp {
  /** The client id. */
  id: string
  name: string
  redirectUris: string[]
  createdBy: string
  createdAt: string
}

/**
 * Registers an app of the workspace's own developers: a public client, which only members of this workspace can connect.
 * @returns its client id @throws 400 for a redirect URI that cannot be used; 403
 */
export async function registerApp(tx: WriteScope, input: AppRegistration): Promise<string> {
  permit(appsCan(tx.actor).register)
  const uri = input.redirectUris.find((each) => redirectUriProblem(each) !== null)
  if (uri !== undefined) {
    const message = redirectUriProblem(uri)!
    throw invalid([{ path: '/redirectUris', message, code: 'redirect-uri', values: { uri } }])
  }
  const id = newId()
  const name = cleanLine(input.name)
  const createdBy = await describeCreator(tx)
  await tx.db
    .insertInto('app_registrations')
    .values({
      workspace_id: tx.workspaceId,
      id,
      name,
      redirect_uris: input.redirectUris,
      created_by: createdBy,
      created_at: tx.now,
    })
    .execute()
  audit(tx, 'app.registered', id, { name, redirectUris: input.redirectUris })
  return id
}

async function describeCreator({ db, workspaceId, actor }: Scope): Promise<string> {
  const member = await db
    .selectFrom('members')
    .select('email')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.type === 'member' ? actor.id : null)
    .executeTakeFirst()
  return member?.email ?? 'Heed'
}

/** Deletes a registered app, and ends what was authorized for it. @throws 404, 403 */
export async function deleteRegistration(tx: WriteScope, id: string): Promise<void> {
  permit(appsCan(tx.actor).register)
  const deleted = await tx.db
    .deleteFrom('app_registrations')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (!deleted) throw notFound()
  await endAuthorizations(tx, sql`client_id = ${id}`, 'registration')
  audit(tx, 'app.registration_deleted', id, { name: deleted.name })
}

// More apps than any team builds.
const maxListed = 200

/** Lists the apps that the workspace has registered, newest first. @throws 403 */
export async function listRegistrations({ db, workspaceId, actor }: Scope): Promise<RegisteredApp[]> {
  permit(appsCan(actor).register)
  return db
    .selectFrom('app_registrations')
    .select(['id', 'name', 'redirect_uris as redirectUris', 'created_by as createdBy', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
}
