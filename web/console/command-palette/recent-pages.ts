import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'

const maxRecent = 6
const storageKey = (home: string) => `heed:recent:${home}`

// A request, customer, entry or roadmap item, but none of its subpages.
const recordPage = /^\/(requests|customers|changelog|roadmap)\/[0-9a-f-]{36}$/

/**
 * Remembers the records that were opened, for the palette. In the session storage, so that titles do not stay on a shared
 * computer.
 */
export function useRecentPages(home: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!pathname.startsWith(`${home}/`) || !recordPage.test(pathname.slice(home.length))) return
    // The title of the document is set together with the page: "Dark mode · Acme".
    const label = document.title.split(' · ').slice(0, -1).join(' · ').trim()
    if (label === '') return
    const others = listRecentPages(home).filter(({ value }) => value !== pathname)
    try {
      sessionStorage.setItem(
        storageKey(home),
        JSON.stringify([{ value: pathname, label }, ...others].slice(0, maxRecent)),
      )
    } catch {
      // The storage is full or blocked; the palette works without it.
    }
  }, [home, pathname])
}

/** Returns the records that were opened last, newest first. */
export function listRecentPages(home: string): ListboxOption[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(home)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}
