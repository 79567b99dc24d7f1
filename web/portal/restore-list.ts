const storageKey = 'heed-list'

interface SavedList {
  url: string
  isSignedIn: boolean
  html: string
  scrollTop: number
}

/**
 * Restores a list that "Load more" has extended, with its position, when the reader comes back to it and the browser has
 * not kept the page itself.
 */
export function restoreListOnReturn(): void {
  const results = document.querySelector('[data-results]')
  if (!results) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const saved = readSaved()
  if (navigation?.type === 'back_forward' && saved?.url === location.href && saved.isSignedIn === isSignedIn()) {
    results.innerHTML = saved.html
    scrollTo(0, saved.scrollTop)
  }
  addEventListener('pagehide', save)
}

function save(): void {
  const results = document.querySelector('[data-results]')
  if (!results?.querySelector('[data-extended]')) {
    forget()
    return
  }
  const saved: SavedList = {
    url: location.href,
    isSignedIn: isSignedIn(),
    html: results.innerHTML,
    scrollTop: scrollY,
  }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(saved))
  } catch {
    // Storage is full or switched off: the list starts at its first page again.
    forget()
  }
}

function readSaved(): SavedList | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing is stored where storage is switched off.
  }
}

const isSignedIn = (): boolean => document.querySelector('.me') !== null
