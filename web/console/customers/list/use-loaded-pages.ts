import { useState } from 'react'
import { useFetcher } from 'react-router'

interface ListPage<Row> {
  rows: Row[]
  next: string | null
}

/**
 * A list that grows in place: the first part comes with the page, the others by `load`. Starts again when the page
 * brings another first part (another search, or something was changed).
 */
export function useLoadedPages<Row>(first: ListPage<Row>) {
  const fetcher = useFetcher<ListPage<Row>>()
  const [state, setState] = useState({ first, parts: [] as ListPage<Row>[], taken: fetcher.data })
  let now = state
  if (state.first !== first) now = { first, parts: [], taken: fetcher.data }
  else if (fetcher.data && fetcher.data !== state.taken) {
    now = { first, parts: [...state.parts, fetcher.data], taken: fetcher.data }
  }
  // Before the browser paints, and without an effect: both come from what the router holds.
  if (now !== state) setState(now)
  const all = [first, ...now.parts]
  return {
    rows: all.flatMap(({ rows }) => rows),
    next: all.at(-1)!.next,
    isLoading: fetcher.state !== 'idle',
    load: (address: string) => fetcher.load(address),
  }
}
