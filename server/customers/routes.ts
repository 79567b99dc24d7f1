import { Feedback } from '../feedback/schema.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Api, Feature } from '../platform/http/api/operations.ts'
import { ApiResponse, jsonPage } from '../platform/http/api/response.ts'
import { NoContent, PageOf, pageQuery, Strict } from '../platform/schemas.ts'
import { listFeedbackOfCustomer } from './activity.ts'
import { deleteCustomer } from './deletion/delete.ts'
import { listCustomerPage } from './page.ts'
import { getCustomer } from './queries.ts'
import { Customer, CustomerDeletion, CustomerPageQuery, CustomerPatch, CustomerUpsert } from './schema.ts'
import type { TrackedCustomerCaps } from './tracking/caps.ts'
import { updateCustomer } from './update.ts'
import { upsertCustomer } from './upsert.ts'

interface Deps {
  cursors: Signer
  caps: TrackedCustomerCaps
}

export const customerRoutes =
  (deps: Deps): Feature =>
  (api) => {
    readRoutes(api, deps)
    writeRoutes(api, deps)
  }

function readRoutes(api: Api, { cursors }: Deps): void {
  api.get(
    '/customers',
    {
      operationId: 'listCustomers',
      summary: 'List customers',
      description: 'Newest first. Includes people who only signed in to the portal or subscribed.',
      tag: 'Customers',
      scope: 'customers:read',
      query: CustomerPageQuery,
      responses: { 200: PageOf(Customer) },
    },
    (scope, { query }) => listCustomerPage(scope, query, cursors),
  )

  api.get(
    '/customers/{id}',
    {
      operationId: 'getCustomer',
      summary: 'Get one customer',
      tag: 'Customers',
      scope: 'customers:read',
      responses: { 200: Customer },
    },
    (scope, { id }) => getCustomer(scope, id),
  )

  api.get(
    '/customers/{id}/feedback',
    {
      operationId: 'listCustomerFeedback',
      summary: 'List the requests that a customer submitted',
      description: 'Newest first.',
      tag: 'Customers',
      scope: 'customers:read',
      query: Strict(pageQuery),
      responses: { 200: PageOf(Feedback) },
    },
    async (scope, { id, query }) => jsonPage(await listFeedbackOfCustomer(scope, id, query, cursors)),
  )
}

function writeRoutes(api: Api, { caps }: Deps): void {
  api.put(
    '/customers',
    {
      operationId: 'upsertCustomer',
      summary: 'Create or update a customer',
      description:
        'Finds the customer by `externalId`, or else by `email`, ignoring case; answers 200 if there is one, and 201 with a new one. Absent members keep their value, and null clears one. `attributes` replaces all attributes. A new customer counts toward the plan’s tracked customers.',
      tag: 'Customers',
      scope: 'customers:write',
      body: CustomerUpsert,
      responses: { 200: Customer, 201: Customer },
      example: {
        externalId: 'user-17',
        email: 'grace@example.com',
        name: 'Grace',
        company: { externalId: 'navy', name: 'Navy', monthlyRevenue: { amount: 49_900, currency: 'EUR' } },
        attributes: { role: 'admin', seats: 12 },
      },
    },
    async (scope, { body }) => {
      const { id, isNew } = await upsertCustomer(scope, body, caps)
      return new ApiResponse(isNew ? 201 : 200, await getCustomer(scope, id))
    },
  )

  api.patch(
    '/customers/{id}',
    {
      operationId: 'updateCustomer',
      summary: 'Update a customer',
      description: 'At least one member; null clears one. `attributes` replaces all attributes.',
      tag: 'Customers',
      scope: 'customers:write',
      body: CustomerPatch,
      responses: { 200: Customer },
      example: { name: 'Grace Hopper', attributes: { role: 'owner' } },
    },
    async (scope, { id, body }) => {
      await updateCustomer(scope, id, body, caps)
      return getCustomer(scope, id)
    },
  )

  api.delete(
    '/customers/{id}',
    {
      operationId: 'deleteCustomer',
      summary: 'Delete a customer',
      description:
        'Deletes the customer with their votes, reactions and personal data. What they wrote stays, without their name, unless `withContent` is true.',
      tag: 'Customers',
      scope: 'customers:write',
      query: CustomerDeletion,
      responses: { 204: NoContent },
    },
    async (scope, { id, query }) => {
      await deleteCustomer(scope, id, { withRequests: query.withContent ?? false })
    },
  )
}
