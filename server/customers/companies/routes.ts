import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { Feature } from '../../platform/http/api/operations.ts'
import { ApiResponse } from '../../platform/http/api/response.ts'
import { PageOf } from '../../platform/schemas.ts'
import { getCompany, listCompanies } from './queries.ts'
import { Company, CompanyFilter, CompanyInput } from './schema.ts'
import { upsertCompany } from './upsert.ts'

export const companyRoutes =
  ({ cursors }: { cursors: Signer }): Feature =>
  (api) => {
    api.get(
      '/companies',
      {
        operationId: 'listCompanies',
        summary: 'List companies',
        description: 'Newest first.',
        tag: 'Customers',
        scope: 'customers:read',
        query: CompanyFilter,
        responses: { 200: PageOf(Company) },
      },
      (scope, { query }) => listCompanies(scope, query, cursors),
    )

    api.get(
      '/companies/{id}',
      {
        operationId: 'getCompany',
        summary: 'Get one company',
        tag: 'Customers',
        scope: 'customers:read',
        responses: { 200: Company },
      },
      (scope, { id }) => getCompany(scope, id),
    )

    api.put(
      '/companies',
      {
        operationId: 'upsertCompany',
        summary: 'Create or update a company',
        description:
          'Finds the company by `externalId`; answers 200 if there is one, and 201 with a new one. Absent members keep their value. `attributes` replaces all attributes.',
        tag: 'Customers',
        scope: 'customers:write',
        body: CompanyInput,
        responses: { 200: Company, 201: Company },
        example: {
          externalId: 'navy',
          name: 'Navy',
          monthlyRevenue: { amount: 49_900, currency: 'EUR' },
          attributes: { industry: 'defense' },
        },
      },
      async (scope, { body }) => {
        const { id, isNew } = await upsertCompany(scope, body)
        return new ApiResponse(isNew ? 201 : 200, await getCompany(scope, id))
      },
    )
  }
