/** The latest entries, as every kind of feed tells of them. Addresses are whole. */
export interface Feed {
  /** A UUID. */
  id: string
  title: string
  description: string
  /** Who publishes. */
  owner: string
  logoUrl: string | null
  /** The page that it is the feed of. */
  pageUrl: string
  /** @param name of a file beside the entries: where the feed itself is. */
  urlOf(name: string): string
  /** When any of it changed last. ISO 8601. */
  updatedAt: string
  /** The latest first. */
  items: FeedItem[]
}

export interface FeedItem {
  /** A UUID: whatever becomes of the address, it stays the same item. */
  id: string
  url: string
  title: string
  summary: string
  /** Clean HTML. */
  markup: string
  publishedAt: string
  updatedAt: string
  tags: string[]
}
