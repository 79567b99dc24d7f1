/** A message about an event, before it is formatted for a product. All texts are plain. */
export interface ChannelMessage {
  /** What happened, such as “New request”. */
  headline: string
  /** What it is about; null for a summary. */
  title: string | null
  /** The beginning of what a person wrote. */
  excerpt: string | null
  /** Board, author and votes, for example. */
  details: string[]
  link: { label: string; url: string }
}

/** Returns the message as one line, for notifications and for products that show no blocks. */
export const toLine = ({ headline, title }: ChannelMessage): string =>
  title === null ? headline : `${headline}: ${title}`
