/** The filters of the list, as in its URL. A parameter with several values is repeated. */
export interface RequestListFilter {
  /** The saved view that the filters come from. */
  view?: string | undefined
  stage?: string[] | undefined
  board?: string[] | undefined
  /** Members, `me`, or `none` for requests without an owner. */
  owner?: string[] | undefined
  tag?: string[] | undefined
  /** The submitter. */
  customer?: string | undefined
  /** `1` shows only the open requests without a reply. */
  unanswered?: string | undefined
  /** `1` shows only the requests with a public reply. */
  answered?: string | undefined
  /** `yes` or `no`. */
  roadmap?: string | undefined
  issue?: string | undefined
  /** The first day of creation, or days before today: `30d`. */
  from?: string | undefined
  to?: string | undefined
  minVotes?: string | undefined
  maxVotes?: string | undefined
  /** The days of votes, like `from` and `to`. */
  votedFrom?: string | undefined
  votedTo?: string | undefined
  /** Moderation statuses. */
  status?: string[] | undefined
  search?: string | undefined
  sort?: string | undefined
}

export type FilterParam = keyof RequestListFilter

/** In the order of the URL. */
export const filterParams = [
  'view',
  ...['stage', 'board', 'owner', 'tag', 'customer', 'unanswered', 'answered', 'roadmap', 'issue', 'from', 'to'],
  ...['minVotes', 'maxVotes', 'votedFrom', 'votedTo', 'status', 'search', 'sort'],
] as FilterParam[]

/** Filters by one value may be given as text. */
type FilterValues = { [K in FilterParam]?: RequestListFilter[K] | string }

/** Returns the query of the list’s URL, without a cursor; empty if nothing is filtered. A view needs filters. */
export function formatListFilter(filter: FilterValues): string {
  const query = new URLSearchParams()
  for (const name of filterParams) {
    for (const value of [filter[name] ?? []].flat()) if (value.trim()) query.append(name, value.trim())
  }
  return query.size === 0 || (query.size === 1 && query.has('view')) ? '' : `?${query}`
}

/** Returns the query with the filters only. */
export const pickListFilter = (params: URLSearchParams): string =>
  formatListFilter(Object.fromEntries(filterParams.map((name) => [name, params.getAll(name)])))

/** Returns whether the list leaves out requests, apart from its stage. */
export const isFiltered = ({ view: _, stage: __, sort: ___, ...filter }: RequestListFilter): boolean =>
  formatListFilter(filter) !== ''
