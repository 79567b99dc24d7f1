import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { AuditEvent } from '#server/audit/list.ts'
import type { AuditLogPage, loader } from './page.tsx'

interface Appended {
  /** What it was appended to. */
  first: AuditEvent[]
  events: AuditEvent[]
  more: string | null
}

/** The events of the page, to which more are appended in place. */
export function useLoadedEvents({ events: first, more: firstMore }: AuditLogPage) {
  const fetcher = useFetcher<typeof loader>()
  const begun: Appended = { first, events: first, more: firstMore }
  const [kept, setKept] = useState(begun)
  // Other filters, or read anew: what was appended belongs to the list before.
  const shown = kept.first === first ? kept : begun
  if (shown !== kept) setKept(shown)
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    setKept((before) => {
      const known = new Set(before.events.map(({ id }) => id))
      const added = data.events.filter(({ id }) => !known.has(id))
      return added.length === 0 ? before : { ...before, events: [...before.events, ...added], more: data.more }
    })
  }, [data])
  return {
    events: shown.events,
    more: shown.more,
    isLoading: fetcher.state !== 'idle',
    load: () => shown.more !== null && fetcher.load(shown.more),
  }
}
