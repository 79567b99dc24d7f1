import { useCallback, useEffect, useRef, useState } from 'react'
import { useHref } from 'react-router'

interface Loaded<T> {
  data: T | undefined
  state: 'idle' | 'loading'
  hasFailed: boolean
}

/**
 * Loads what a page can do without from a route that has no page of its own. If the server cannot be reached, the page stays:
 * the router would reload it, or replace it by an error, and discard whatever was typed.
 */
export function useBackgroundFetcher<T>() {
  const basename = useHref('/').replace(/\/$/, '')
  const [loaded, setLoaded] = useState<Loaded<T>>({ data: undefined, state: 'idle', hasFailed: false })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const load = useCallback(
    async (url: string) => {
      running.current?.abort()
      const started = new AbortController()
      running.current = started
      const { signal } = started
      setLoaded(({ data }) => ({ data, state: 'loading', hasFailed: false }))
      try {
        const response = await fetch(basename + url, { signal })
        if (!response.ok) throw new Error(`The server responded with status ${response.status}.`)
        setLoaded({ data: (await response.json()) as T, state: 'idle', hasFailed: false })
      } catch {
        // Replaced by a later load, or shown by the part of the page that needs the data.
        if (!signal.aborted) setLoaded({ data: undefined, state: 'idle', hasFailed: true })
      }
    },
    [basename],
  )
  return { ...loaded, load }
}
