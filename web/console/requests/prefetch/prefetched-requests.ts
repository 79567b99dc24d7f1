// Requests that were loaded because a person is likely to open them. The navigation that opens one takes its data from
// here, once. Whatever this person submits discards all of them.
import { UNSAFE_decodeViaTurboStream as decodeViaTurboStream } from 'react-router'

/** The route of the request page, as in the router's manifest. */
export const detailRouteId = 'requests/detail/page'

// Long enough for the click that follows, and too short for a change by someone else to matter.
const maxAgeMs = 5_000
// A delay that people do not notice.
const maxWaitMs = 100
// The row under the pointer and those that it has just passed.
const maxPrefetched = 3

interface Prefetched {
  /** Undefined if loading failed. */
  data: Promise<unknown>
  /** When the response arrived; null until then. */
  loadedAt: number | null
  controller: AbortController
}

const prefetched = new Map<string, Prefetched>()

// The page that the last navigation loads or has loaded. With j and k, a row gets the focus while its request opens.
let opening = ''

/** Loads the data of a request page unless it is loaded already or being opened. Errors are silent: opening the page shows them. */
export function prefetchRequest(href: string): void {
  const url = new URL(href, location.href).href
  if (url === opening || isUsable(prefetched.get(url))) return
  drop(url)
  const controller = new AbortController()
  const entry: Prefetched = { data: Promise.resolve(), loadedAt: null, controller }
  entry.data = load(url, controller.signal)
    .catch(() => undefined)
    .finally(() => {
      entry.loadedAt = performance.now()
    })
  prefetched.set(url, entry)
  for (const oldest of [...prefetched.keys()].slice(0, -maxPrefetched)) drop(oldest)
}

// The last click on a row.
let lastClick: object

/**
 * Opens a request page once its data has arrived, at the latest after `maxWaitMs`. If the router opened it earlier, it would also
 * render the list while waiting. Opens it at once if its data is not being loaded. If another page is being opened, replaces that
 * navigation at once. Does nothing if the person clicks another row or opens another page during the wait.
 * @param isNavigating whether the router is opening a page
 */
export async function openWhenPrefetched(href: string, isNavigating: () => boolean, open: () => void): Promise<void> {
  const click = {}
  lastClick = click
  const clickedOn = location.href
  const entry = prefetched.get(new URL(href, clickedOn).href)
  if (entry?.loadedAt === null && !isNavigating()) {
    const waiting = new AbortController()
    let isUsed = false
    const use = () => {
      isUsed = true
    }
    // Timers also navigate, such as that of the search, but do not replace what a person does later.
    for (const type of ['click', 'keydown', 'popstate'])
      addEventListener(type, use, { capture: true, signal: waiting.signal })
    await Promise.race([entry.data, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
    waiting.abort()
    if (lastClick !== click || (isUsed && (isNavigating() || location.href !== clickedOn))) return
  }
  open()
}

/** Returns the data of a page and forgets it; undefined if there is none, or if it is too old. */
export function takePrefetched(url: string): Promise<unknown> | undefined {
  opening = url
  const entry = prefetched.get(url)
  prefetched.delete(url)
  return isUsable(entry) ? entry?.data : undefined
}

/** Forgets all data, also what is still loading. */
export function discardPrefetched(): void {
  for (const url of prefetched.keys()) drop(url)
}

const isUsable = (entry: Prefetched | undefined): boolean =>
  entry !== undefined && (entry.loadedAt === null || performance.now() - entry.loadedAt < maxAgeMs)

function drop(url: string): void {
  prefetched.get(url)?.controller.abort()
  prefetched.delete(url)
}

/** Requests the same data as the router would, without that of the layout. */
async function load(href: string, signal: AbortSignal): Promise<unknown> {
  const url = new URL(href)
  url.pathname += '.data'
  url.searchParams.set('_routes', detailRouteId)
  const response = await fetch(url, { signal, headers: { 'heed-prefetch': '1' } })
  // Read to the end: the decoder stops at the last value, and a response with an unread end keeps its connection.
  const body = new Response(await response.arrayBuffer()).body
  if (!response.ok || body === null) return undefined
  const { value } = await decodeViaTurboStream(body, window)
  return (value as Record<string, { data?: unknown } | undefined>)[detailRouteId]?.data
}
