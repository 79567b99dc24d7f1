/**
 * The browser's storage, without its exceptions: a browser may block it (no reads, no writes) or have no room left.
 * What a page stores there is a convenience, and no reason to fail.
 */
type Area = 'localStorage' | 'sessionStorage'

export const readStored = (key: string, area: Area = 'localStorage'): string | null =>
  attempt(() => window[area].getItem(key), null)

/** Returns whether the text was stored. */
export const writeStored = (key: string, text: string, area: Area = 'localStorage'): boolean =>
  attempt(() => {
    window[area].setItem(key, text)
    return true
  }, false)

export const removeStored = (key: string): void => attempt(() => localStorage.removeItem(key), undefined)

export const listStoredKeys = (): string[] => attempt(() => Object.keys(localStorage), [])

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
