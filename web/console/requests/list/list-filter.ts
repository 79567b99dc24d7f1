/** What the list shows, as its address says it. */
export interface RequestListFilter {
  stage?: string | undefined
  board?: string | undefined
  search?: string | undefined
  sort?: string | undefined
}

const names = ['stage', 'board', 'search', 'sort'] as const

/** The query of the list's address; empty when nothing is filtered. Where in the list one was is not part of it. */
export function formatListFilter(filter: RequestListFilter): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = filter[name]?.trim()
    if (value) query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The same, of an address that may say more. */
export const pickListFilter = (params: URLSearchParams): string =>
  formatListFilter(Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined])))
