import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Shows that the next page is loading. The bar appears only after a short delay (see layout.css). */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar" aria-hidden />
}

/**
 * Moves the focus to the page title when a navigation removed the focused element (a palette result, a used button), so
 * that the title is read aloud and Tab continues in the page. Skips new searches of the same list, and URLs with a hash.
 */
export function FocusTitleOnNavigation() {
  const { key, pathname, search, hash } = useLocation()
  const previous = useRef({ key, pathname, search })
  useEffect(() => {
    const before = previous.current
    previous.current = { key, pathname, search }
    const isSameList = before.pathname === pathname && before.search !== search
    if (before.key === key || isSameList || hash !== '') return
    if (document.activeElement === null || document.activeElement === document.body) focusTitle()
  }, [key, pathname, search, hash])
  return null
}

/** Focuses the last h1: beside a list, that is the title of the opened item. */
function focusTitle() {
  const title = [...document.querySelectorAll<HTMLElement>('#content h1')].at(-1)
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** Announces the title after a client-side navigation, which the browser doesn't announce itself. */
export function NavigationAnnouncer() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}
