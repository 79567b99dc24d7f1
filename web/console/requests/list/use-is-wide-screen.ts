import { useSyncExternalStore } from 'react'

/** Whether list and detail stand side by side (1,100 px, as the style sheet has it). Not so on the server. */
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
