import { sql } from 'kysely'
import type { LoadResources } from '../events/record.ts'
import { lookUp } from '../platform/db/look-up.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { type CustomerRow, customerResource, joinCompany, presentCustomer } from './present.ts'
import type { Customer } from './schema.ts'

/** Returns a customer as the API shows them. @throws 404 */
export async function getCustomer(scope: Scope, id: string): Promise<Customer> {
  const [customer] = await listCustomersByIds(scope, [id])
  if (!customer) throw notFound()
  return customer
}

/** Returns the customers among these ids, in no particular order. */
export async function listCustomersByIds({ db, workspaceId }: Scope, ids: string[]): Promise<Customer[]> {
  const { rows } = await sql<CustomerRow>`
    select ${customerResource} from (select distinct unnest(${ids}::uuid[]) as id) wanted
    cross join ${lookUp(sql`select * from customers x where x.workspace_id = ${workspaceId} and x.id = wanted.id`)} c
    ${joinCompany}`.execute(db)
  return rows.map(presentCustomer)
}

/** Loads customers as JSON for their events. */
export const loadCustomersJson: LoadResources = async (scope, ids) =>
  new Map((await listCustomersByIds(scope, ids)).map((customer) => [customer.id, JSON.stringify(customer)]))

/** Rejects the id of a customer whom the workspace does not have. @throws 404 */
export async function requireCustomer({ db, workspaceId }: Scope, id: string): Promise<void> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
}
