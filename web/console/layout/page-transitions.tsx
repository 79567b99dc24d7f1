import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** That the next page is on its way, when it takes longer than a blink. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar" aria-hidden />
}

/**
 * Where the focus goes on after a change of place that took its element away (a result of the palette, a button that is
 * done with): to the title of the page, so that it is read and the next Tab leads into the page. Not after another search
 * of the same list, nor where a hash leads.
 */
export function FocusTitleOnNavigation() {
  const { key, pathname, search, hash } = useLocation()
  const left = useRef({ key, pathname, search })
  useEffect(() => {
    const before = left.current
    left.current = { key, pathname, search }
    const isSearched = before.pathname === pathname && before.search !== search
    if (before.key === key || isSearched || hash !== '') return
    if (document.activeElement === null || document.activeElement === document.body) focusTitle()
  }, [key, pathname, search, hash])
  return null
}

/** The title of what was opened, where it stands beside a list that has its own. */
function focusTitle() {
  const title = [...document.querySelectorAll<HTMLElement>('#content h1')].at(-1)
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

/** Reads out the title of a page that came without the browser's own announcement. */
export function NavigationAnnouncer() {
  const { pathname } = useLocation()
  const left = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (left.current === pathname) return
    left.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}
