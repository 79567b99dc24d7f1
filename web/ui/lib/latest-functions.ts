import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Wraps function props so that they call the latest ones. A click can trigger hydration, and its handler must then see the
 * current state of the page.
 */
export const withLatestFunctions = <Props extends object>(props: Props, latest: RefObject<Props>): Props =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'function' ? (...args: unknown[]) => (latest.current as Functions)[name]!(...args) : value,
    ]),
  ) as Props

type Functions = Record<string, (...args: unknown[]) => unknown>

/** Returns stable event handlers that call the latest ones, so that memoized components do not render again. */
export function useLatestFunctions<Handlers extends object>(handlers: Handlers): Handlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  return useState(() => withLatestFunctions(handlers, latest))[0]
}
