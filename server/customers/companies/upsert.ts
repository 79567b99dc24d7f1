import { pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import { invalid } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Attributes } from '../attributes.ts'
import { customersCan } from '../permissions.ts'
import { loadCompaniesJson } from './queries.ts'
import type { CompanyInput, Money } from './schema.ts'

interface CompanyFields {
  name: string
  monthlyRevenue: Money | null
  attributes: Attributes
}

interface UpsertedCompany {
  id: string
  isNew: boolean
}

/**
 * Creates or updates the company with an external id. Members that are absent keep their value.
 * @throws 400 for a new company without a name; 403
 */
export async function upsertCompany(tx: WriteScope, input: CompanyInput): Promise<UpsertedCompany> {
  permit(customersCan(tx.actor).edit)
  return writeCompany(tx, input, '')
}

/**
 * Stores the company of `upsertCompany` or of a customer. The company is locked last: a transaction that also adds or
 * changes a customer has already locked the workspace's counter and the customer.
 * @param at the JSON Pointer of the company in the body
 */
export async function writeCompany(tx: WriteScope, input: CompanyInput, at: string): Promise<UpsertedCompany> {
  const { externalId, ...wanted } = input
  const before = await lockCompany(tx, externalId)
  if (before === null) return { id: insertCompany(tx, input, at), isNew: true }
  const { id, ...fields } = before
  const changes = pickChanges<CompanyFields>(fields, wanted)
  if (changes === null) return { id, isNew: false }
  tx.defer(
    tx.db
      .updateTable('companies')
      .set({ ...toColumns(changes), updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'company.updated', id, { members: Object.keys(changes).toSorted() })
  recordEvent(tx, { type: 'company.updated', resourceId: id, data: loadCompaniesJson })
  return { id, isNew: false }
}

/** Rejects a company that cannot be created, before anything is locked. @throws 400 */
export async function checkCompany({ db, workspaceId }: Scope, input: CompanyInput, at: string): Promise<void> {
  if (input.name !== undefined) return
  const known = await db
    .selectFrom('companies')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('external_id', '=', input.externalId)
    .executeTakeFirst()
  if (!known) throw nameRequired(at)
}

const nameRequired = (at: string) =>
  invalid([{ path: `${at}/name`, message: 'is required for a new company', code: 'required' }])

/**
 * Locks a company against other updates. Transactions that add customers to it do not have to wait.
 * @returns the company, or null if it does not exist
 */
async function lockCompany({ db, workspaceId }: WriteScope, externalId: string) {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'revenue_amount as amount', 'revenue_currency as currency', 'attributes'])
    .where('workspace_id', '=', workspaceId)
    .where('external_id', '=', externalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { id, name, amount, currency } = row
  const monthlyRevenue = amount === null || currency === null ? null : { amount, currency }
  return { id, name, monthlyRevenue, attributes: row.attributes as Attributes }
}

/** Inserts a company. If a concurrent request inserts it first, the transaction is retried. @returns the id */
function insertCompany(tx: WriteScope, input: CompanyInput, at: string): string {
  const { externalId, name, monthlyRevenue = null, attributes = {} } = input
  if (name === undefined) throw nameRequired(at)
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('companies')
      .values({
        workspace_id: tx.workspaceId,
        id,
        external_id: externalId,
        name,
        ...toColumns({ monthlyRevenue, attributes }),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  audit(tx, 'company.created', id, { name, externalId })
  recordEvent(tx, { type: 'company.created', resourceId: id, data: loadCompaniesJson })
  return id
}

const toColumns = ({ name, monthlyRevenue, attributes }: Partial<CompanyFields>) => ({
  ...(name !== undefined && { name }),
  ...(monthlyRevenue !== undefined && {
    revenue_amount: monthlyRevenue?.amount ?? null,
    revenue_currency: monthlyRevenue?.currency ?? null,
  }),
  ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
})
