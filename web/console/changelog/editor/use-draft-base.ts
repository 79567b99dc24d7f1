import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const draftPrefix = 'heed:draft:'
const basePrefix = 'heed:draft-of:'

/**
 * Tracks the version that the typed text is based on. The form stores unsaved text in the browser (`draftKey`), and
 * this stores its base version. So restoring yesterday’s draft after someone else has saved is a conflict instead of
 * silently reverting their changes.
 */
export function useDraftBase(draftKey: string, current: string) {
  const [base, setBase] = useState(current)
  const [isRestored, setRestored] = useState(false)
  const opened = useRef(current)
  useEffect(() => {
    const storedBase = localStorage.getItem(basePrefix + draftKey)
    if (storedBase === null) return
    // The form, a child of the caller, has restored its texts before this effect runs.
    if (localStorage.getItem(draftPrefix + draftKey) === null) return localStorage.removeItem(basePrefix + draftKey)
    setBase(storedBase)
    setRestored(true)
  }, [draftKey])
  useClearAfterSave(draftKey)
  return {
    base,
    isRestored,
    /** Stores the base version; called when something was typed. */
    store() {
      if (localStorage.getItem(basePrefix + draftKey) === null)
        localStorage.setItem(basePrefix + draftKey, opened.current)
    },
    /** Records that the entry was saved as this version. */
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

/** Clears the base version after a save that leads to another page: the form has already cleared its texts. */
function useClearAfterSave(draftKey: string) {
  const { state, formData, location } = useNavigation()
  const { pathname } = useLocation()
  const isLeaving = state === 'loading' && formData?.get('intent') === 'save' && location.pathname !== pathname
  useEffect(() => {
    if (isLeaving && localStorage.getItem(draftPrefix + draftKey) === null) clearDraft(draftKey)
  }, [isLeaving, draftKey])
}
