import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids.ts'

/** Finds an app that a workspace has registered, as client metadata (RFC 7591). The client id determines the workspace. */
export async function findRegisteredClient({ database: { db } }: { database: Pick<Database, 'db'> }, clientId: string) {
  const row = await selectRegistration(db, clientId)
  return row && { client_id: row.id, client_name: row.name, redirect_uris: row.redirect_uris }
}

/** Returns the workspace that registered an app; null for any other client. */
export const findRegistrationWorkspace = async (db: Database['db'], clientId: string): Promise<string | null> =>
  (await selectRegistration(db, clientId))?.workspace_id ?? null

const selectRegistration = async (db: Database['db'], clientId: string) =>
  isUuid(clientId)
    ? db
        .selectFrom('app_registrations')
        .select(['workspace_id', 'id', 'name', 'redirect_uris'])
        .where('id', '=', clientId)
        .executeTakeFirst()
    : undefined
