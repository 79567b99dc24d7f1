import type { ChangelogEntry } from '../api/types.ts'

// On a visitor's first page view, older entries do not count as unread.
const unreadDays = 30

/** Tracks which entries were read in this browser. Without storage it forgets them when the page is left. */
export interface UnreadTracker {
  countUnread(entries: ChangelogEntry[]): number
  isUnread(entry: ChangelogEntry): boolean
  /** Marks all entries as read. @param entries newest first */
  markRead(entries: ChangelogEntry[]): void
}

export function createUnreadTracker(slug: string): UnreadTracker {
  const name = `heed:${slug}:seen`
  let until = readStored(name) ?? new Date(Date.now() - unreadDays * 86_400_000).toISOString()
  const isUnread = ({ publishedAt }: ChangelogEntry) => publishedAt > until
  return {
    isUnread,
    countUnread: (entries) => entries.filter(isUnread).length,
    markRead([latest]) {
      if (!latest || latest.publishedAt <= until) return
      until = latest.publishedAt
      try {
        localStorage.setItem(name, until)
      } catch {
        // Remembered only until the page is left.
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
