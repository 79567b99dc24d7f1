import { publicEntries } from '../../changelog/public/entries.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { notFound } from '../../platform/problems.ts'
import { text } from '../http/response.ts'
import { excerptOf } from '../requests/components.ts'
import { get, type PortalRoute } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { atomOf } from './atom.ts'
import type { Feed } from './feed.ts'
import { jsonFeedOf } from './json-feed.ts'
import { rssOf } from './rss.ts'
import { words } from '../messages/feeds.ts'

/** Open, so that a private portal answers that there is none, and not with a page to sign in on. */
const feed = (path: string, type: string, documentOf: (feed: Feed) => string): PortalRoute =>
  get(path, { section: 'changelog', isOpen: true, isShared: true }, async (visit) =>
    text(type, documentOf(await feedOf(visit))),
  )

export const feedRoutes: PortalRoute[] = [
  feed('/changelog/rss.xml', 'application/rss+xml', rssOf),
  feed('/changelog/atom.xml', 'application/atom+xml', atomOf),
  feed('/changelog/feed.json', 'application/feed+json', jsonFeedOf),
]

// Readers of feeds ask at least once a day; nobody publishes more in between.
const itemsAtMost = 50

async function feedOf({ scope, workspace, address, portal }: Visit): Promise<Feed> {
  if (workspace.access === 'private') throw notFound()
  const filter = { tagId: null, limit: itemsAtMost }
  const { data } = await publicEntries(scope, filter, { customerId: null, signer: portal.cursors })
  return {
    id: workspace.id,
    title: words.title(workspace.name),
    description: words.description(workspace.name),
    owner: workspace.name,
    logoUrl: workspace.logoUrl,
    pageUrl: `${address}/changelog`,
    urlOf: (name) => `${address}/changelog/${name}`,
    // One that is empty is as old as feeds may be.
    updatedAt:
      data
        .map((entry) => entry.updatedAt)
        .sort()
        .at(-1) ?? beginning,
    items: data.map((entry) => ({
      id: entry.id,
      url: `${address}/changelog/${entry.id}`,
      title: entry.title,
      summary: excerptOf(entry.body.slice(0, 600)),
      markup: renderMarkdown(entry.body),
      publishedAt: entry.publishedAt,
      updatedAt: entry.updatedAt,
      tags: entry.tags.map(({ name }) => name),
    })),
  }
}

const beginning = '1970-01-01T00:00:00.000Z'
