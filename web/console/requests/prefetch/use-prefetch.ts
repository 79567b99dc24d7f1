import { type FocusEvent, type PointerEvent, use, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { loadBeforeUse } from '../../../ui/lib/load-on-use.tsx'
import { detailRouteId, discardPrefetched, openWhenPrefetched, prefetchRequest } from './prefetched-requests.ts'

// A pointer that passes over rows on its way stays on each for less.
const intentMs = 80

/**
 * Returns event handlers for the link to a request that load it when a person is likely to open it: the pointer rests
 * on the link, the keyboard focuses it, or the button goes down.
 */
export function usePrefetchOnIntent(href: string, isOpen: boolean) {
  const timer = useRef<number>(undefined)
  const cancel = () => window.clearTimeout(timer.current)
  useEffect(() => cancel, [])
  const prefetchSoon = () => {
    cancel()
    if (!isOpen && mayPrefetch()) timer.current = window.setTimeout(() => prefetchRequest(href), intentMs)
  }
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && prefetchSoon(),
    onPointerLeave: cancel,
    // The pointer focuses the link too, when the button is already down.
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && prefetchSoon(),
    onBlur: cancel,
    onPointerDown: ({ pointerType, button }: PointerEvent) => {
      if (pointerType !== 'mouse' || button !== 0 || isOpen || !mayPrefetch()) return
      cancel()
      prefetchRequest(href)
    },
    onClick: cancel,
  }
}

/** Returns a function that loads a request which a key is likely to open next. Each call replaces the one before. */
export function usePrefetchSoon(): (href: string) => void {
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (href) => {
    window.clearTimeout(timer.current)
    // After the request that is being opened.
    if (mayPrefetch()) timer.current = window.setTimeout(() => prefetchRequest(href), intentMs)
  }
}

/** Returns a function that opens a request once its data has arrived (`openWhenPrefetched`). */
export function useOpenWhenPrefetched(): (href: string, open: () => void) => void {
  // Asked after the wait, when the state of the last rendering may be out of date.
  const router = use(DataRouterContext)?.router
  return (href, open) => {
    openWhenPrefetched(href, () => router?.state.navigation.state !== 'idle', open)
  }
}

/** Forgets prefetched requests when the list closes: they leave out the data of the list. */
export const useDiscardPrefetched = (): void => useEffect(() => discardPrefetched, [])

declare global {
  interface Window {
    /** The scripts of each route. The router sets it in every page. */
    __reactRouterManifest: { routes: Record<typeof detailRouteId, RouteAssets> }
    /** The modules of routes that have run. The router imports the others. */
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

interface RouteAssets {
  module: string
  imports?: string[]
}

let isPreloaded = false

// Usually, the list has rendered and loaded everything by then. People take longer to choose a request.
const preloadAfterMs = 500

/** Loads the scripts of the request page soon after the list, because most people open a request next. */
export const usePreloadRequestPage = (): void =>
  useEffect(() => {
    setTimeout(preloadRequestPage, preloadAfterMs)
  }, [])

/**
 * Loads the scripts of the request page, which the list does not need, and runs them. Also loads the scripts of
 * dialogs and menus, which would otherwise compete with the data of the first request. Errors are silent: opening a request
 * loads what is missing.
 */
export function preloadRequestPage(): void {
  if (isPreloaded || !mayPrefetch()) return
  isPreloaded = true
  const { module, imports = [] } = window.__reactRouterManifest.routes[detailRouteId]
  // An import that fails to load a script may fail again on every later import, so it waits until all have arrived.
  Promise.all([module, ...imports].map((href) => loadLink({ rel: 'modulepreload', href })))
    .then(() => import(/* @vite-ignore */ module))
    // Adds the module to the router’s cache. Otherwise, the router would import it again, and render the list once more meanwhile.
    .then((loaded) => Object.assign(window.__reactRouterRouteModules ?? {}, { [detailRouteId]: loaded }))
    .catch(() => {})
  loadBeforeUse()
}

const loadLink = (attributes: Partial<HTMLLinkElement>): Promise<unknown> =>
  new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement('link'), attributes, { onload, onerror })),
  )

/** Not yet in the DOM types: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  saveData?: boolean
  effectiveType?: string
}

/** Returns false for people who save data or have a slow connection, where prefetches would delay what they asked for. */
function mayPrefetch(): boolean {
  const { connection } = navigator as { connection?: NetworkInformation }
  return connection?.saveData !== true && !/^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
}
