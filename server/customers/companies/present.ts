import { type RawBuilder, sql } from 'kysely'
import type { Attributes } from '../attributes.ts'
import type { Company } from './schema.ts'

export interface CompanyRow {
  id: string
  externalId: string
  name: string
  revenueAmount: number | null
  revenueCurrency: string | null
  attributes: Attributes
  createdAt: string
  updatedAt: string
}

/** Selects the columns of a company in the API, with the table alias `k`. */
export const companyColumns: RawBuilder<CompanyRow> = sql`k.id, k.external_id as "externalId", k.name,
  k.revenue_amount as "revenueAmount", k.revenue_currency as "revenueCurrency", k.attributes,
  k.created_at as "createdAt", k.updated_at as "updatedAt"`

export const presentCompany = (row: CompanyRow): Company => ({
  id: row.id,
  externalId: row.externalId,
  name: row.name,
  monthlyRevenue:
    row.revenueAmount === null || row.revenueCurrency === null
      ? null
      : { amount: row.revenueAmount, currency: row.revenueCurrency },
  attributes: row.attributes,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
