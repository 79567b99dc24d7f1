import { useSyncExternalStore } from 'react'

/** Returns false on the server and in the browser's first render, which must match, and true afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
