import { type ToggleEvent, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Lets a popover render its contents when it first opens, because most stay closed. On a page from the server, they are rendered from
 * the start, so that the popover also opens without script.
 */
export function useRenderOnOpen() {
  const isHydrated = useHydrated()
  const [isRendered, setRendered] = useState(!isHydrated)
  return {
    isRendered,
    onBeforeToggle: ({ newState }: ToggleEvent) => {
      if (newState === 'open') setRendered(true)
    },
  }
}
