import { type ToggleEvent, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Defers rendering the contents of a popover until it first opens, because most stay closed. In server-rendered pages, they are
 * rendered from the start, so that the popover also works without JavaScript.
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
