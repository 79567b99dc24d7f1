import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../ui/lib/use-shortcuts.ts'

/** The key of the item about the review queue, which has no request. */
export const reviewKey = 'review'

export const inboxRowId = (key: string): string => `inbox-${key}`

const focusRow = (key: string) => {
  const row = document.getElementById(inboxRowId(key))
  row?.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** j and k move between the rows, Enter and o open one, and e marks it as read or unread. */
export function useInboxKeys(keys: string[]) {
  const [active, setActive] = useState<string>()
  const at = keys.indexOf(active ?? '')
  const lastIndex = useRef(0)
  const isLost = active !== undefined && at === -1
  useEffect(() => {
    if (at !== -1) lastIndex.current = at
  }, [at])
  useEffect(() => {
    // The row has left the list of unread ones: the next one takes its place.
    const next = keys[Math.min(lastIndex.current, keys.length - 1)]
    if (isLost && next !== undefined && document.activeElement === document.body) focusRow(next)
  }, [isLost, keys])
  const go = (index: number) => {
    const key = keys[Math.max(0, Math.min(index, keys.length - 1))]
    if (key !== undefined) focusRow(key)
  }
  const click = (selector: string) => () => {
    if (active === undefined) return
    document.getElementById(inboxRowId(active))?.querySelector<HTMLElement>(selector)?.click()
  }
  useShortcuts({
    j: () => go(at + 1),
    k: () => go(at - 1),
    o: click('.row-link'),
    Enter: click('.row-link'),
    e: click('.inbox-toggle button'),
  })
  return { active, setActive }
}
