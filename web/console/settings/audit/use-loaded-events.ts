import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { AuditEvent } from '#server/audit/list.ts'
import type { AuditLogPage, loader } from './page.tsx'

interface LoadedEvents {
  /** The page that the events were appended to. */
  firstPage: AuditEvent[]
  events: AuditEvent[]
  nextUrl: string | null
}

/** Appends further events to those of the page, without a navigation. */
export function useLoadedEvents({ events: firstPage, nextUrl: firstNextUrl }: AuditLogPage) {
  const fetcher = useFetcher<typeof loader>()
  const initial: LoadedEvents = { firstPage, events: firstPage, nextUrl: firstNextUrl }
  const [loaded, setLoaded] = useState(initial)
  // After a filter change or a reload, the appended events belong to the previous list.
  const current = loaded.firstPage === firstPage ? loaded : initial
  if (current !== loaded) setLoaded(current)
  const { data } = fetcher
  useEffect(() => {
    if (!data) return
    setLoaded((before) => {
      const known = new Set(before.events.map(({ id }) => id))
      const added = data.events.filter(({ id }) => !known.has(id))
      return added.length === 0 ? before : { ...before, events: [...before.events, ...added], nextUrl: data.nextUrl }
    })
  }, [data])
  return {
    events: current.events,
    nextUrl: current.nextUrl,
    isLoading: fetcher.state !== 'idle',
    load: () => current.nextUrl !== null && fetcher.load(current.nextUrl),
  }
}
