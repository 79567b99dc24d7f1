import { useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { EntryListData, ListedEntry } from './page.tsx'

/** Returns the entries of the first page and of those loaded after it. */
export function useLoadedEntries(first: EntryListData, fetcher: FetcherWithComponents<EntryListData>) {
  const [more, setMore] = useState<ListedEntry[]>([])
  const [appended, setAppended] = useState<EntryListData>()
  const last = fetcher.data
  if (last && last !== appended) {
    setAppended(last)
    // The router may reload a page after a change.
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
