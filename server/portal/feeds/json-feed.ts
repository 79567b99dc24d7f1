import type { Feed, FeedItem } from './feed.ts'

/** Renders a JSON Feed, version 1.1 (jsonfeed.org). */
export const renderJsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.urlOf('feed.json'),
    description: feed.description,
    ...(feed.logoUrl && { icon: feed.logoUrl }),
    authors: [{ name: feed.owner }],
    items: feed.items.map(itemOf),
  })

const itemOf = ({ id, url, title, summary, markup, cover, publishedAt, updatedAt, tags }: FeedItem) => ({
  id: `urn:uuid:${id}`,
  url,
  title,
  ...(summary !== '' && { summary }),
  content_html: markup,
  ...(cover && { image: cover.url }),
  date_published: publishedAt,
  date_modified: updatedAt,
  ...(tags.length > 0 && { tags }),
})
