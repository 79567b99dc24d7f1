import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ConsoleSort, ListedFeedback } from '#server/feedback/console/list.ts'
import { joined, type Part } from './merge-rows.ts'

interface Loaded extends Part {
  /** Tells one list from another: its address. */
  list: string
  sort: ConsoleSort
}

interface State {
  list: string
  /** The first part as it was last read. */
  first: ListedFeedback[]
  rows: ListedFeedback[]
  /** The cursors of the parts that were asked for, and what came after each that has arrived. */
  asked: string[]
  after: Record<string, string | null>
}

interface Rows {
  rows: ListedFeedback[]
  next: string | null
  isLoading: boolean
  loadMore(): void
  /** Has to stand in the page: it is what loads. */
  loading: ReactNode
}

/**
 * The rows of the list, to which more are appended. Each part has a fetcher of its own, so that after any action all
 * that is shown is read again, and not only the first part.
 */
export function useRows(loaded: Loaded, addressOf: (cursor: string) => string): Rows {
  const [kept, setState] = useState(() => begin(loaded))
  const state = follow(kept, loaded)
  if (state !== kept) setState(state)
  const wanted = useKeptFocus()
  const last = state.asked.at(-1)
  const next = last === undefined ? loaded.next : (state.after[last] ?? null)
  const isLoading = last !== undefined && !(last in state.after)
  return {
    rows: state.rows,
    next: isLoading ? last : next,
    isLoading,
    loadMore: () => next !== null && setState({ ...state, asked: [...state.asked, next] }),
    loading: state.asked.map((cursor) => (
      <MoreRows
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

const begin = ({ list, rows }: Loaded): State => ({ list, first: rows, rows, asked: [], after: {} })

function follow(state: State, loaded: Loaded): State {
  if (state.list !== loaded.list) return begin(loaded)
  if (state.first === loaded.rows) return state
  return { ...state, first: loaded.rows, rows: joined(state.rows, { ...loaded, isFirst: true }, loaded.sort) }
}

function append(state: State, list: string, cursor: string, part: Part, sort: ConsoleSort): State {
  if (state.list !== list) return state
  return { ...state, rows: joined(state.rows, part, sort), after: { ...state.after, [cursor]: part.next } }
}

function MoreRows({ address, onLoad }: { address: string; onLoad: (part: Part) => void }) {
  const { data, load } = useFetcher<Part>()
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
function useKeptFocus() {
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
