import { useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { EntryListData, ListedEntry } from './page.tsx'

/** The first page of a list with those that were loaded below it. */
export function useLoadedEntries(first: EntryListData, fetcher: FetcherWithComponents<EntryListData>) {
  const [more, setMore] = useState<ListedEntry[]>([])
  const [taken, setTaken] = useState<EntryListData>()
  const last = fetcher.data
  if (last && last !== taken) {
    setTaken(last)
    // A page may come again when something on it was changed.
    setMore((before) => [...before.filter(({ id }) => !last.entries.some((entry) => entry.id === id)), ...last.entries])
  }
  const shown = new Set(first.entries.map(({ id }) => id))
  return {
    entries: [...first.entries, ...more.filter(({ id }) => !shown.has(id))],
    nextCursor: (last ?? first).nextCursor,
    busy: fetcher.state !== 'idle',
    load: (address: string) => fetcher.load(address),
  }
}
