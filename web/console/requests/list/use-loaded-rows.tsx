import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ConsoleFeedbackSummary, ConsoleSort } from '#server/feedback/console/list.ts'
import { mergeRows, type RowPage } from './merge-rows.ts'

interface Loaded extends RowPage {
  /** Tells one list from another: its address. */
  list: string
  sort: ConsoleSort
}

interface State {
  list: string
  /** The first part as it was last read. */
  first: ConsoleFeedbackSummary[]
  rows: ConsoleFeedbackSummary[]
  /** The cursors of the parts that were asked for, and what came after each that has arrived. */
  requestedCursors: string[]
  nextCursors: Record<string, string | null>
}

interface Rows {
  rows: ConsoleFeedbackSummary[]
  next: string | null
  isLoading: boolean
  loadMore(): void
  /** Has to stand in the page: it is what loads. */
  loaders: ReactNode
}

/**
 * The rows of the list, to which more are appended. Each part has a fetcher of its own, so that after any action all
 * that is shown is read again, and not only the first part.
 */
export function useLoadedRows(loaded: Loaded, addressOf: (cursor: string) => string): Rows {
  const [kept, setState] = useState(() => begin(loaded))
  const state = follow(kept, loaded)
  if (state !== kept) setState(state)
  const wanted = useFocusFirstNewRow()
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
        key={`${state.list} ${cursor}`}
        address={addressOf(cursor)}
        onLoad={(part) => {
          if (part.next === null && isOnLink()) wanted.current = part.rows[0]?.id
          setState((before) => append(before, state.list, cursor, part, loaded.sort))
        }}
      />
    )),
  }
}

const begin = ({ list, rows }: Loaded): State => ({ list, first: rows, rows, requestedCursors: [], nextCursors: {} })

function follow(state: State, loaded: Loaded): State {
  if (state.list !== loaded.list) return begin(loaded)
  if (state.first === loaded.rows) return state
  return { ...state, first: loaded.rows, rows: mergeRows(state.rows, { ...loaded, isFirst: true }, loaded.sort) }
}

function append(state: State, list: string, cursor: string, part: RowPage, sort: ConsoleSort): State {
  if (state.list !== list) return state
  return {
    ...state,
    rows: mergeRows(state.rows, part, sort),
    nextCursors: { ...state.nextCursors, [cursor]: part.next },
  }
}

function RowPageLoader({ address, onLoad }: { address: string; onLoad: (part: RowPage) => void }) {
  const { data, load } = useFetcher<RowPage>()
  const tell = useRef(onLoad)
  useEffect(() => {
    tell.current = onLoad
  })
  useEffect(() => {
    load(address)
  }, [load, address])
  useEffect(() => {
    if (data) tell.current(data)
  }, [data])
  return null
}

/** The link that loads more goes when all is there, and would take the focus with it: that goes to the first new row. */
function useFocusFirstNewRow() {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const row = wanted.current === undefined ? null : document.getElementById(rowId(wanted.current))
    if (row === null) return
    row.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true })
    wanted.current = undefined
  })
  return wanted
}

const isOnLink = () => document.activeElement?.closest('.more') != null

export const rowId = (id: string): string => `request-${id}`
