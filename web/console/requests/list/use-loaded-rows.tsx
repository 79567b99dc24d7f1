import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import type { ConsoleSort } from '#server/feedback/console/sort.ts'
import { mergeRows, type RowPage } from './merge-rows.ts'

interface Loaded extends RowPage {
  /** Identifies the list: its filters and cursor. */
  listKey: string
  sort: ConsoleSort
}

interface State {
  listKey: string
  /** The first page as last loaded. */
  first: ConsoleFeedbackSummary[]
  rows: ConsoleFeedbackSummary[]
  /** The cursors of the requested pages, and the next cursor of each page that has loaded. */
  requestedCursors: string[]
  nextCursors: Record<string, string | null>
}

interface Rows {
  rows: ConsoleFeedbackSummary[]
  next: string | null
  isLoading: boolean
  loadMore(): void
  /** The elements that load the pages; the page must render them. */
  loaders: ReactNode
}

/**
 * Returns the rows of the list, and appends more. Each page has its own fetcher, so that any action reloads everything
 * shown, not only the first page.
 */
export function useLoadedRows(loaded: Loaded, pageAfter: (cursor: string) => string): Rows {
  const [previous, setState] = useState(() => begin(loaded))
  const state = update(previous, loaded)
  if (state !== previous) setState(state)
  const rowToFocus = useFocusFirstNewRow()
  const last = state.requestedCursors.at(-1)
  const next = last === undefined ? loaded.next : (state.nextCursors[last] ?? null)
  const isLoading = last !== undefined && !(last in state.nextCursors)
  return {
    rows: state.rows,
    next: isLoading ? last : next,
    isLoading,
    loadMore: () => next !== null && setState({ ...state, requestedCursors: [...state.requestedCursors, next] }),
    loaders: state.requestedCursors.map((cursor) => (
      <RowPageLoader
        key={`${state.listKey} ${cursor}`}
        url={pageAfter(cursor)}
        onLoad={(page) => {
          if (page.next === null && isLoadMoreFocused()) rowToFocus.current = page.rows[0]?.id
          setState((before) => append(before, state.listKey, cursor, page, loaded.sort))
        }}
      />
    )),
  }
}

const begin = ({ listKey, rows }: Loaded): State => ({
  listKey,
  first: rows,
  rows,
  requestedCursors: [],
  nextCursors: {},
})

function update(state: State, loaded: Loaded): State {
  if (state.listKey !== loaded.listKey) return begin(loaded)
  if (state.first === loaded.rows) return state
  return { ...state, first: loaded.rows, rows: mergeRows(state.rows, { ...loaded, isFirst: true }, loaded.sort) }
}

function append(state: State, listKey: string, cursor: string, page: RowPage, sort: ConsoleSort): State {
  if (state.listKey !== listKey) return state
  return {
    ...state,
    rows: mergeRows(state.rows, page, sort),
    nextCursors: { ...state.nextCursors, [cursor]: page.next },
  }
}

function RowPageLoader({ url, onLoad }: { url: string; onLoad: (page: RowPage) => void }) {
  const { data, load } = useFetcher<RowPage>()
  const latestOnLoad = useRef(onLoad)
  useEffect(() => {
    latestOnLoad.current = onLoad
  })
  useEffect(() => {
    load(url)
  }, [load, url])
  useEffect(() => {
    if (data) latestOnLoad.current(data)
  }, [data])
  return null
}

/** Moves focus to the first new row when the last page has loaded, which removes the focused link. */
function useFocusFirstNewRow() {
  const rowToFocus = useRef<string>(undefined)
  useEffect(() => {
    const row = rowToFocus.current === undefined ? null : document.getElementById(rowId(rowToFocus.current))
    if (row === null) return
    row.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true })
    rowToFocus.current = undefined
  })
  return rowToFocus
}

const isLoadMoreFocused = () => document.activeElement?.closest('.more') != null

export const rowId = (id: string): string => `request-${id}`
