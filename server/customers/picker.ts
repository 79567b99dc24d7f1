import { sql } from 'kysely'
import { isUuid } from '../platform/ids.ts'
import type { Scope } from '../platform/scope.ts'
import type { Submitter } from './schema.ts'
import { findCustomers } from './search/find-customers.ts'

/** A customer to choose from a list. */
export interface CustomerOption {
  id: string
  email: string | null
  name: string | null
  externalId: string | null
}

// People refine the search instead of reading more options than this.
const optionLimit = 8

/** Returns the customers whom a text finds, the best matches first; without a text the newest. */
export async function searchCustomerOptions(scope: Scope, search = ''): Promise<CustomerOption[]> {
  const { db, workspaceId } = scope
  const text = search.trim()
  const ids = text === '' ? null : (await findCustomers(scope, text)).found.slice(0, optionLimit).map(({ id }) => id)
  const { rows } = await sql<CustomerOption>`
    select id, email, name, external_id as "externalId" from customers where workspace_id = ${workspaceId}
      ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`}
    order by ${ids === null ? sql`` : sql`array_position(${ids}::uuid[], id),`} created_at desc, id desc
    limit ${optionLimit}`.execute(db)
  return rows
}

/** Finds a customer of this workspace. @returns null if there is none, or the id is malformed */
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

/** Converts a chosen customer to the submitter that verbs take. */
export const toSubmitter = ({ email, externalId }: CustomerOption): Submitter => ({
  ...(email !== null && { email }),
  ...(externalId !== null && { externalId }),
})
