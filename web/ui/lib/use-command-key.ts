import { useSyncExternalStore } from 'react'

/** Returns the key of shortcuts with `mod` on the reader’s keyboard, which only the browser knows. */
export const useCommandKey = (): '⌘' | 'Ctrl' =>
  useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
