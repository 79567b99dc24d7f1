import { useSyncExternalStore } from 'react'

/** Returns whether list and detail are side by side (from 1,100 px, as in the style sheet); false on the server. */
export const useIsWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  )

const query = () => matchMedia('(width >= 68.75rem)')

function subscribe(listener: () => void) {
  const wide = query()
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
