import { sql } from 'kysely'
import { isUuid } from '../platform/ids.ts'
import type { Scope } from '../platform/scope.ts'
import type { Submitter } from './schema.ts'

/** A customer to be chosen among others. */
export interface CustomerOption {
  id: string
  email: string | null
  name: string | null
  externalId: string | null
}

// More than are read before the search is made longer.
const optionLimit = 8

/** The newest customers, or of those whose name, address or external id holds the text. */
export async function searchCustomerOptions({ db, workspaceId }: Scope, search = ''): Promise<CustomerOption[]> {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<CustomerOption>`
    select id, email, name, external_id as "externalId" from customers where workspace_id = ${workspaceId}
      ${search.trim() === '' ? sql`` : sql`and (name ilike ${pattern} or email ilike ${pattern} or external_id ilike ${pattern})`}
    order by created_at desc, id desc limit ${optionLimit}`.execute(db)
  return rows
}

/** One customer, or null where this workspace has none of this id. */
export async function findCustomerOption({ db, workspaceId }: Scope, id: string): Promise<CustomerOption | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('customers')
    .select(['id', 'email', 'name', 'external_id as externalId'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Who they are to verbs that take a submitter. */
export const toSubmitter = ({ email, externalId }: CustomerOption): Submitter => ({
  ...(email !== null && { email }),
  ...(externalId !== null && { externalId }),
})
