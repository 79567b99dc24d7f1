/** The content of a feed in any format. URLs are absolute. */
export interface Feed {
  /** A UUID. */
  id: string
  title: string
  description: string
  /** The publisher. */
  owner: string
  logoUrl: string | null
  /** The page whose updates the feed lists. */
  pageUrl: string
  /** Returns the URL of the feed itself. @param name its file name */
  urlOf(name: string): string
  /** The time of the latest change, ISO 8601. */
  updatedAt: string
  /** Newest first. */
  items: FeedItem[]
}

export interface FeedItem {
  /** A UUID, which identifies the item even if its URL changes. */
  id: string
  url: string
  title: string
  /** Plain text. */
  summary: string
  /** An image that stands for the item. */
  cover: { url: string; type: string; bytes: number } | null
  /** Sanitized HTML, with the cover. */
  markup: string
  publishedAt: string
  updatedAt: string
  tags: string[]
}
