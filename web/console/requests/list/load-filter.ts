import { findCustomerOption } from '#server/customers/picker.ts'
import { loadFilterOptions } from '#server/feedback/console/filter-options.ts'
import type { Scope } from '#server/platform/scope.ts'
import { listSavedViews } from '#server/saved-views/queries.ts'
import { idsOf, parseRequestListQuery } from './parse-list-query.ts'

/** Parses the list’s query, and loads the records that it refers to. Those that no longer exist are ignored. */
export async function loadFilter(scope: Scope, params: URLSearchParams, { zone, now }: { zone: string; now: string }) {
  const [views, options, customer] = await Promise.all([
    params.has('view') ? listSavedViews(scope) : [],
    loadFilterOptions(scope, idsOf(params)),
    findCustomerOption(scope, params.get('customer') ?? ''),
  ])
  const context = { options, hasCustomer: customer !== null, memberId: scope.actor.id, zone, now }
  const viewIds = views.map(({ id }) => id)
  const parsed = parseRequestListQuery(params, { ...context, viewIds })
  const view = views.find(({ id }) => id === parsed.filter.view) ?? null
  return { ...parsed, options, customer, view }
}
