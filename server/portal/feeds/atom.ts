import { html } from '../../platform/formats/html.ts'
import { xml } from '../../platform/formats/xml.ts'
import type { Feed, FeedItem } from './feed.ts'

/** Renders an Atom feed (RFC 4287). */
export const renderAtom = (feed: Feed): string => xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${feed.id}</id>
<title>${feed.title}</title>
<subtitle>${feed.description}</subtitle>
<updated>${feed.updatedAt}</updated>
<author><name>${feed.owner}</name></author>
<link rel="self" type="application/atom+xml" href="${feed.urlOf('atom.xml')}"/>
<link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
${feed.logoUrl && html`<logo>${feed.logoUrl}</logo>`}
${feed.items.map(entryOf)}
</feed>
`

// HTML content is escaped text in Atom (RFC 4287, section 3.1.1.2).
const entryOf = ({ id, url, title, summary, markup, cover, publishedAt, updatedAt, tags }: FeedItem) =>
  html`<entry>
<id>urn:uuid:${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
${cover && html`<link rel="enclosure" type="${cover.type}" length="${cover.bytes}" href="${cover.url}"/>`}
${tags.map((tag) => html`<category term="${tag}"/>`)}
${summary === '' ? null : html`<summary>${summary}</summary>`}
<content type="html">${markup}</content>
</entry>
`
