const filters = ['all', 'known', 'portal', 'opted_out', 'bounced'] as const
export type CustomerListFilter = (typeof filters)[number]

export interface CustomerListQuery {
  search: string
  filter: CustomerListFilter
}

// The limit of `CustomerFilter` in server/customers/list.ts.
const maxSearchLength = 200

/** Reads the filter from a URL. Ignores unknown values, because a link may be old. */
export function parseCustomerListQuery(params: URLSearchParams): CustomerListQuery {
  const filter = params.get('filter') as CustomerListFilter
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, maxSearchLength).join(''),
    filter: filters.includes(filter) ? filter : 'all',
  }
}

/** Formats the filter as a query string with `?`, empty without any filter. */
export function formatCustomerListQuery({ search, filter }: CustomerListQuery, cursor?: string): string {
  const params = new URLSearchParams()
  if (filter !== 'all') params.set('filter', filter)
  if (search !== '') params.set('search', search)
  if (cursor !== undefined) params.set('cursor', cursor)
  return params.size === 0 ? '' : `?${params}`
}
