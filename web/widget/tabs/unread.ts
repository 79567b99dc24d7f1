import type { ChangelogEntry } from '../api/types.ts'

// To whoever opens the page for the first time, older entries are no news.
const unreadDays = 30

/** Up to when this browser's reader has read the news. Without a storage it is as if nobody had. */
export interface UnreadTracker {
  countUnread(entries: ChangelogEntry[]): number
  /** @param entries the latest first */
  markRead(entries: ChangelogEntry[]): void
}

export function createUnreadTracker(slug: string): UnreadTracker {
  const name = `heed:${slug}:seen`
  let until = readStored(name) ?? new Date(Date.now() - unreadDays * 86_400_000).toISOString()
  return {
    countUnread: (entries) => entries.filter(({ publishedAt }) => publishedAt > until).length,
    markRead([latest]) {
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

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
