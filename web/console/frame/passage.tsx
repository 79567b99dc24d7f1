import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** That the next page is on its way, when it takes longer than a blink. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="loading-bar" aria-hidden />
}

/** Reads out the title of a page that came without the browser's own announcement. */
export function Arrival() {
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
