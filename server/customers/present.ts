import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../platform/db/look-up.ts'
import type { Attributes } from './attributes.ts'
import { presentCompany } from './companies/present.ts'
import type { Customer } from './schema.ts'

export interface CustomerRow {
  id: string
  externalId: string | null
  email: string | null
  name: string | null
  attributes: Attributes
  createdAt: string
  updatedAt: string
  /** Null for a customer without a company, like the other columns of the company. */
  companyId: string | null
  companyExternalId: string | null
  companyName: string | null
  companyAmount: number | null
  companyCurrency: string | null
  companyAttributes: Attributes | null
  companyCreatedAt: string | null
  companyUpdatedAt: string | null
}

/** Selects the columns of the customer `c` in the API, with the company of `joinCompany`. */
export const customerResource: RawBuilder<CustomerRow> = sql`c.id, c.external_id as "externalId", c.email, c.name,
  c.attributes, c.created_at as "createdAt", coalesce(c.updated_at, c.created_at) as "updatedAt",
  k.id as "companyId", k.external_id as "companyExternalId", k.name as "companyName",
  k.revenue_amount as "companyAmount", k.revenue_currency as "companyCurrency", k.attributes as "companyAttributes",
  k.created_at as "companyCreatedAt", k.updated_at as "companyUpdatedAt"`

/** Looks up the company of each customer `c`. */
export const joinCompany = sql`left join ${lookUp(
  sql`select * from companies x where x.workspace_id = c.workspace_id and x.id = c.company_id`,
)} k on true`

export const presentCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  externalId: row.externalId,
  email: row.email,
  name: row.name,
  company: row.companyId === null ? null : presentCompany(companyOf(row, row.companyId)),
  attributes: row.attributes,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Returns the columns of a company whose row exists, so that none of its required columns is null. */
const companyOf = (row: CustomerRow, id: string) => ({
  id,
  externalId: row.companyExternalId!,
  name: row.companyName!,
  revenueAmount: row.companyAmount,
  revenueCurrency: row.companyCurrency,
  attributes: row.companyAttributes!,
  createdAt: row.companyCreatedAt!,
  updatedAt: row.companyUpdatedAt!,
})

/** Returns the last state of a deleted customer for the event, which must not keep what was deleted. */
export const withoutPersonalData = (customer: Customer): Customer => ({
  ...customer,
  externalId: null,
  email: null,
  name: null,
  attributes: {},
})
