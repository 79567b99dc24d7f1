/** The filters of the list, as in its URL. */
export interface RequestListFilter {
  stage?: string | undefined
  board?: string | undefined
  search?: string | undefined
  /** `1` shows only the open requests without a reply. */
  unanswered?: string | undefined
  sort?: string | undefined
}

const names = ['stage', 'board', 'search', 'unanswered', 'sort'] as const

/** Returns the query of the list’s URL, without a cursor; empty if nothing is filtered. */
export function formatListFilter(filter: RequestListFilter): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = filter[name]?.trim()
    if (value) query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Returns the query with the filters only. */
export const pickListFilter = (params: URLSearchParams): string =>
  formatListFilter(Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined])))
