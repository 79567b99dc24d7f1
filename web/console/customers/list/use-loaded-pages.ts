import { useState } from 'react'
import { useFetcher } from 'react-router'

interface ListPage<Row> {
  rows: Row[]
  next: string | null
}

/**
 * Keeps a list that grows in place: the loader returns the first page, and `load` appends the next one. Starts over when
 * the loader returns another first page, after a new search or a change.
 */
export function useLoadedPages<Row>(first: ListPage<Row>) {
  const fetcher = useFetcher<ListPage<Row>>()
  const [state, setState] = useState({ first, more: [] as ListPage<Row>[], lastLoaded: fetcher.data })
  let current = state
  if (state.first !== first) current = { first, more: [], lastLoaded: fetcher.data }
  else if (fetcher.data && fetcher.data !== state.lastLoaded) {
    current = { first, more: [...state.more, fetcher.data], lastLoaded: fetcher.data }
  }
  // Set during rendering instead of in an effect, so that the browser never paints the old list.
  if (current !== state) setState(current)
  const pages = [first, ...current.more]
  return {
    rows: pages.flatMap(({ rows }) => rows),
    next: pages.at(-1)!.next,
    isLoading: fetcher.state !== 'idle',
    load: (url: string) => fetcher.load(url),
  }
}
