import { listPublicEntries } from '../../changelog/public/entries.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import { textResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { feedMessages } from '../messages/feeds.ts'
import { excerptOf } from '../requests/components.ts'
import { renderAtom } from './atom.ts'
import type { Feed } from './feed.ts'
import { renderJsonFeed } from './json-feed.ts'
import { renderRss } from './rss.ts'

/** Open, so that a private portal answers that there is none, and not with a page to sign in on. */
const feedRoute = (path: string, type: string, documentOf: (feed: Feed) => string): PortalRoute =>
  get(path, { section: 'changelog', isSignInOptional: true, isCacheable: true }, async (visit) =>
    textResponse(type, documentOf(await loadFeed(visit))),
  )

export const feedRoutes: PortalRoute[] = [
  feedRoute('/changelog/rss.xml', 'application/rss+xml', renderRss),
  feedRoute('/changelog/atom.xml', 'application/atom+xml', renderAtom),
  feedRoute('/changelog/feed.json', 'application/feed+json', renderJsonFeed),
]

// Readers of feeds ask at least once a day; nobody publishes more in between.
const maxItems = 50

async function loadFeed({ scope, workspace, portalUrl: address, services: portal }: PortalContext): Promise<Feed> {
  if (workspace.access === 'private') throw notFound()
  const filter = { tagId: null, limit: maxItems }
  const { data } = await listPublicEntries(scope, filter, { customerId: null, signer: portal.cursorSigner })
  return {
    id: workspace.id,
    title: feedMessages.title(workspace.name),
    description: feedMessages.description(workspace.name),
    owner: workspace.name,
    logoUrl: workspace.logoUrl,
    pageUrl: `${address}/changelog`,
    urlOf: (name) => `${address}/changelog/${name}`,
    // One that is empty is as old as feeds may be.
    updatedAt:
      data
        .map((entry) => entry.updatedAt)
        .sort()
        .at(-1) ?? epoch,
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

const epoch = '1970-01-01T00:00:00.000Z'
