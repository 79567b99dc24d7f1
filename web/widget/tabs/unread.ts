import type { Entry } from '../api/types.ts'

// To whoever opens the page for the first time, older entries are no news.
const freshDays = 30

/** Up to when this browser's reader has read the news. Without a storage it is as if nobody had. */
export interface Seen {
  unread(entries: Entry[]): number
  /** @param entries the latest first */
  read(entries: Entry[]): void
}

export function seenIn(slug: string): Seen {
  const name = `heed:${slug}:seen`
  let until = stored(name) ?? new Date(Date.now() - freshDays * 86_400_000).toISOString()
  return {
    unread: (entries) => entries.filter(({ publishedAt }) => publishedAt > until).length,
    read([latest]) {
      if (!latest || latest.publishedAt <= until) return
      until = latest.publishedAt
      try {
        localStorage.setItem(name, until)
      } catch {
        // It is read until the page is left.
      }
    },
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
