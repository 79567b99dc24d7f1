import { withCover } from '../../changelog/cover.ts'
import { listPublicEntries } from '../../changelog/public/entries.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import { textResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { feedMessages } from '../messages/feeds.ts'
import { excerptOf } from '../views/excerpt.ts'
import { renderAtom } from './atom.ts'
import type { Feed } from './feed.ts'
import { renderJsonFeed } from './json-feed.ts'
import { renderRss } from './rss.ts'

/** Creates a route that needs no sign-in, so that the feed of a private portal is a 404 and not a sign-in page. */
const feedRoute = (path: string, type: string, render: (feed: Feed) => string): PortalRoute =>
  get(path, { section: 'changelog', isSignInOptional: true, isCacheable: true }, async (context) =>
    textResponse(type, render(await loadFeed(context))),
  )

export const feedRoutes: PortalRoute[] = [
  feedRoute('/changelog/rss.xml', 'application/rss+xml', renderRss),
  feedRoute('/changelog/atom.xml', 'application/atom+xml', renderAtom),
  feedRoute('/changelog/feed.json', 'application/feed+json', renderJsonFeed),
]

// Feed readers poll at least daily; no team publishes more entries than this in a day.
const maxItems = 50

async function loadFeed({ scope, workspace, portalUrl, deps }: PortalContext): Promise<Feed> {
  if (workspace.access === 'private') throw notFound()
  const filter = { tagId: null, limit: maxItems }
  const { data } = await listPublicEntries(scope, filter, { customerId: null, signer: deps.cursorSigner })
  return {
    id: workspace.id,
    title: feedMessages.title({ workspace: workspace.name }),
    description: feedMessages.description({ workspace: workspace.name }),
    owner: workspace.name,
    logoUrl: workspace.logoUrl && new URL(workspace.logoUrl, portalUrl).href,
    pageUrl: `${portalUrl}/changelog`,
    urlOf: (name) => `${portalUrl}/changelog/${name}`,
    // Atom requires a date for an empty feed too.
    updatedAt:
      data
        .map((entry) => entry.updatedAt)
        .sort()
        .at(-1) ?? epoch,
    items: data.map((entry) => ({
      id: entry.id,
      url: `${portalUrl}/changelog/${entry.id}`,
      title: entry.title,
      summary: excerptOf(entry.body.slice(0, 600)),
      cover: entry.cover && { ...entry.cover, url: `${portalUrl}${entry.cover.url}` },
      markup: withCover(renderMarkdown(entry.body, portalUrl), entry.cover, portalUrl),
      publishedAt: entry.publishedAt,
      updatedAt: entry.updatedAt,
      tags: entry.tags.map(({ name }) => name),
    })),
  }
}

const epoch = '1970-01-01T00:00:00.000Z'
