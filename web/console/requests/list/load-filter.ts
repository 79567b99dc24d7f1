import { findCustomerOption } from '#server/customers/picker.ts'
import { loadFilterOptions } from '#server/feedback/console/filter-options.ts'
import type { Scope } from '#server/platform/scope.ts'
import { idsOf, parseRequestListQuery } from './parse-list-query.ts'

/** Loads what the list’s query refers to, and parses it. What no longer exists is ignored. */
export async function loadFilter(scope: Scope, params: URLSearchParams, { zone, now }: { zone: string; now: string }) {
  const [options, customer] = await Promise.all([
    loadFilterOptions(scope, idsOf(params)),
    findCustomerOption(scope, params.get('customer') ?? ''),
  ])
  const context = { options, hasCustomer: customer !== null, memberId: scope.actor.id, zone, now }
  return { ...parseRequestListQuery(params, context), options, customer }
}
