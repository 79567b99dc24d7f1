import type { Page } from '#server/platform/http/api/pagination.ts'

/** Lists whose length is in the URL: `comments=3` shows three pages. Past `max` rows, a cursor starts a new window. */
const lists = {
  voters: { pageSize: 5, step: 95, max: 100 },
  comments: { pageSize: 50, step: 50, max: 500 },
  history: { pageSize: 15, step: 15, max: 150 },
}

export type ListName = keyof typeof lists

const cursorParam = (name: ListName) => `${name}From`

/** Returns how much of a list the URL asks for. */
export function parseListWindow(
  params: URLSearchParams,
  name: ListName,
): { limit: number; cursor: string | undefined } {
  const { pageSize, max } = lists[name]
  const pages = Number(params.get(name) ?? 1)
  const limit = Number.isInteger(pages) && pages > 0 ? Math.min(pages * pageSize, max) : pageSize
  return { limit, cursor: params.get(cursorParam(name)) ?? undefined }
}

export interface ListWindow<T> {
  rows: T[]
  /** The query of the URL that shows more; null at the end. */
  more: string | null
  /** The query of the URL that shows the list from its start; null there. */
  start: string | null
}

export function toListWindow<T>(params: URLSearchParams, name: ListName, { data, pagination }: Page<T>): ListWindow<T> {
  const { limit, cursor } = parseListWindow(params, name)
  const { pageSize, step, max } = lists[name]
  const { nextCursor } = pagination
  const next: Record<string, string> =
    limit + step <= max
      ? { [name]: String((limit + step) / pageSize) }
      : { [name]: '', [cursorParam(name)]: nextCursor ?? '' }
  return {
    rows: data,
    more: nextCursor === null ? null : updateQuery(params, next),
    start: cursor === undefined ? null : updateQuery(params, { [name]: '', [cursorParam(name)]: '' }),
  }
}

/** Returns the query with these parameters changed; an empty value removes its parameter. */
export function updateQuery(params: URLSearchParams, changes: Record<string, string>): string {
  const query = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  return `?${query}`
}

// The parameters of open forms and dialogs. A redirect after an action does not restore them.
const transientParams = ['edit', 'reply', 'delete', 'change'] as const

export const isTransientParam = (name: string): boolean => (transientParams as readonly string[]).includes(name)

/** Returns the query without what is open on the page. */
export function persistentQuery(params: URLSearchParams): string {
  const query = new URLSearchParams([...params].filter(([name]) => !isTransientParam(name)))
  return query.size === 0 ? '' : `?${query}`
}

const listParams = ['voters', 'comments', 'history'].flatMap((name) => [name, `${name}From`])

/** Returns the query of the list that the request was opened from. */
export function originListQuery(params: URLSearchParams): string {
  const query = new URLSearchParams(
    [...params].filter(([name]) => !isTransientParam(name) && !listParams.includes(name)),
  )
  return query.size === 0 ? '' : `?${query}`
}
