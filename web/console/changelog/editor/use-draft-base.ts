import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const draftPrefix = 'heed:draft:'
const basePrefix = 'heed:draft-of:'

/**
 * The version that what is typed belongs to. The form keeps unsent text in the browser (`draftKey`); with it belongs what
 * it was written over. So a draft from yesterday, put back over what somebody saved since, is a conflict and not a
 * silent return to yesterday.
 */
export function useDraftBase(draftKey: string, current: string) {
  const [base, setBase] = useState(current)
  const [isRestored, setRestored] = useState(false)
  const opened = useRef(current)
  useEffect(() => {
    const kept = localStorage.getItem(basePrefix + draftKey)
    if (kept === null) return
    // The form puts its texts back before this, as it is inside of what calls this.
    if (localStorage.getItem(draftPrefix + draftKey) === null) return localStorage.removeItem(basePrefix + draftKey)
    setBase(kept)
    setRestored(true)
  }, [draftKey])
  useDropWhenSent(draftKey)
  return {
    base,
    isRestored,
    /** Something was typed. */
    keep() {
      if (localStorage.getItem(basePrefix + draftKey) === null)
        localStorage.setItem(basePrefix + draftKey, opened.current)
    },
    /** It was saved, and this is the version now. */
    saved(version: string) {
      opened.current = version
      setBase(version)
      setRestored(false)
      clearDraft(draftKey)
    },
  }
}

export function clearDraft(draftKey: string): void {
  localStorage.removeItem(draftPrefix + draftKey)
  localStorage.removeItem(basePrefix + draftKey)
}

/** A form that leads to another page forgets its texts when it does, so before this; then they are over nothing. */
function useDropWhenSent(draftKey: string) {
  const { state, formData, location } = useNavigation()
  const { pathname } = useLocation()
  const isLeaving = state === 'loading' && formData?.get('intent') === 'save' && location.pathname !== pathname
  useEffect(() => {
    if (isLeaving && localStorage.getItem(draftPrefix + draftKey) === null) clearDraft(draftKey)
  }, [isLeaving, draftKey])
}
