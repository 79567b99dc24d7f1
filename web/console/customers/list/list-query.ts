const filters = ['all', 'opted_out', 'stopped'] as const
export type CustomerListFilter = (typeof filters)[number]

export interface CustomerListQuery {
  search: string
  filter: CustomerListFilter
}

// As many letters as the search takes.
const searchLetters = 200

/** What the address asks for; what it cannot ask for is left out, as a link from elsewhere may be old. */
export function parseCustomerListQuery(params: URLSearchParams): CustomerListQuery {
  const filter = params.get('filter') as CustomerListFilter
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchLetters).join(''),
    filter: filters.includes(filter) ? filter : 'all',
  }
}

/** The same as a query string, with `?`, and empty when nothing is asked for. */
export function formatCustomerListQuery({ search, filter }: CustomerListQuery, cursor?: string): string {
  const params = new URLSearchParams()
  if (filter !== 'all') params.set('filter', filter)
  if (search !== '') params.set('search', search)
  if (cursor !== undefined) params.set('cursor', cursor)
  return params.size === 0 ? '' : `?${params}`
}
