import { useSyncExternalStore } from 'react'

/** False on the server and in the first rendering in the browser, which has to be the same. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
