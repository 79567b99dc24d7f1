import { useSyncExternalStore } from 'react'

/** Returns the modifier key on the reader’s keyboard, ⌘ or Ctrl. */
export const useCommandKey = (): '⌘' | 'Ctrl' =>
  useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
