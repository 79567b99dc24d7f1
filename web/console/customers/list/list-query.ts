const filters = ['all', 'opted_out', 'stopped'] as const
export type Filter = (typeof filters)[number]

export interface ListQuery {
  search: string
  filter: Filter
}

// As many letters as the search takes.
const searchLetters = 200

/** What the address asks for; what it cannot ask for is left out, as a link from elsewhere may be old. */
export function listQuery(params: URLSearchParams): ListQuery {
  const filter = params.get('filter') as Filter
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchLetters).join(''),
    filter: filters.includes(filter) ? filter : 'all',
  }
}

/** The same as a query string, with `?`, and empty when nothing is asked for. */
export function queryText({ search, filter }: ListQuery, cursor?: string): string {
  const params = new URLSearchParams()
  if (filter !== 'all') params.set('filter', filter)
  if (search !== '') params.set('search', search)
  if (cursor !== undefined) params.set('cursor', cursor)
  return params.size === 0 ? '' : `?${params}`
}
