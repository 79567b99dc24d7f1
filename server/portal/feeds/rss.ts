import { html } from '../../platform/formats/html.ts'
import { xml } from '../../platform/formats/xml.ts'
import type { Feed, FeedItem } from './feed.ts'

/** Renders an RSS 2.0 feed, with full texts as in the RSS content module. */
export const renderRss = (
  feed: Feed,
): string => xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${feed.title}</title>
<link>${feed.pageUrl}</link>
<description>${feed.description}</description>
<lastBuildDate>${dateOf(feed.updatedAt)}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${feed.urlOf('rss.xml')}"/>
${feed.items.map(itemOf)}
</channel>
</rss>
`

// Readers unescape a description once and render the result as HTML, so its plain text is escaped for HTML first
// (RSS 2.0, "Elements of <item>"; RSS best practices profile, section "description").
const itemOf = ({ url, title, summary, markup, cover, publishedAt, tags }: FeedItem) =>
  html`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${dateOf(publishedAt)}</pubDate>
${cover && html`<enclosure url="${cover.url}" length="${cover.bytes}" type="${cover.type}"/>`}
${tags.map((tag) => html`<category>${tag}</category>`)}
<description>${html`${summary === '' ? title : summary}`.text}</description>
<content:encoded>${markup}</content:encoded>
</item>
`

/** Formats a date as in RFC 822, with a four-digit year. */
const dateOf = (iso: string): string => new Date(iso).toUTCString()
