import type { Page } from '#server/platform/http/api/pagination.ts'

/** Lists of a page that grow in its address: `comments=3` shows three parts; a cursor leads on where that is too much. */
const lists = {
  voters: { part: 5, step: 95, most: 100 },
  comments: { part: 50, step: 50, most: 500 },
  history: { part: 15, step: 15, most: 150 },
}

export type ListName = keyof typeof lists

const fromOf = (name: ListName) => `${name}From`

/** How much of a list an address asks for. */
export function parseListWindow(
  params: URLSearchParams,
  name: ListName,
): { limit: number; cursor: string | undefined } {
  const { part, most } = lists[name]
  const parts = Number(params.get(name) ?? 1)
  const limit = Number.isInteger(parts) && parts > 0 ? Math.min(parts * part, most) : part
  return { limit, cursor: params.get(fromOf(name)) ?? undefined }
}

export interface ListWindow<T> {
  rows: T[]
  /** The query of the address that shows more; null at the end. */
  more: string | null
  /** The one that shows the list from its start; null there. */
  start: string | null
}

export function toListWindow<T>(params: URLSearchParams, name: ListName, { data, pagination }: Page<T>): ListWindow<T> {
  const { limit, cursor } = parseListWindow(params, name)
  const { part, step, most } = lists[name]
  const { nextCursor } = pagination
  const next: Record<string, string> =
    limit + step <= most ? { [name]: String((limit + step) / part) } : { [name]: '', [fromOf(name)]: nextCursor ?? '' }
  return {
    rows: data,
    more: nextCursor === null ? null : updateQuery(params, next),
    start: cursor === undefined ? null : updateQuery(params, { [name]: '', [fromOf(name)]: '' }),
  }
}

/** The same query with other members; an empty one is left out. */
export function updateQuery(params: URLSearchParams, members: Record<string, string>): string {
  const query = new URLSearchParams(params)
  for (const [name, value] of Object.entries(members)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return `?${query}`
}

// What is open on the page, which nobody comes back to after it was sent.
const transientParams = ['edit', 'reply', 'delete'] as const

export const isTransientParam = (name: string): boolean => (transientParams as readonly string[]).includes(name)

/** The query of an address without what is open on it. */
export function persistentQuery(params: URLSearchParams): string {
  const query = new URLSearchParams([...params].filter(([name]) => !isTransientParam(name)))
  return query.size === 0 ? '' : `?${query}`
}

const ownParams = ['voters', 'comments', 'history'].flatMap((name) => [name, `${name}From`])

/** The query of the list that the request was opened from. */
export function originListQuery(params: URLSearchParams): string {
  const query = new URLSearchParams(
    [...params].filter(([name]) => !isTransientParam(name) && !ownParams.includes(name)),
  )
  return query.size === 0 ? '' : `?${query}`
}
