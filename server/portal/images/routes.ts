import { getPublicEntry } from '../../changelog/public/entries.ts'
import { getPublicRequest } from '../../feedback/public/detail.ts'
import { matchesEtag } from '../../platform/http/request/etag.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound, problem } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { commonMessages } from '../messages/common.ts'
import { cardKey, cardOf } from './cards.ts'
import { drawCard } from './draw-card.ts'
import { ImageCache } from './image-cache.ts'

// Optional, so that a private portal returns 404 to services that show link previews, not a redirect to sign in.
const options = { isSignInOptional: true } as const

/**
 * Images for link previews (Open Graph). All readers get the same image, with only what signed-out visitors may see.
 */
export const imageRoutes: PortalRoute[] = [
  get('/og.png', options, (context) => sendCard(context, null)),
  get('/requests/:id/og.png', { ...options, section: 'requests' }, async (context) => {
    const request = await getPublicRequest(context.scope, idOf(context), null)
    if (!request?.isPublic) throw notFound()
    return sendCard(context, request.title)
  }),
  get('/changelog/:id/og.png', { ...options, section: 'changelog' }, async (context) => {
    const entry = await getPublicEntry(context.scope, idOf(context), null)
    if (entry === null) throw notFound()
    return sendCard(context, entry.title)
  }),
]

const idOf = ({ params }: PortalContext): string => {
  if (!isUuid(params.id!)) throw notFound()
  return params.id!
}

const cache = new ImageCache()

// A day: the URL changes with the content, so this only limits how long a card outlives its page.
const cacheControl = 'public, max-age=86400'

async function sendCard(context: PortalContext, title: string | null): Promise<PortalResponse> {
  if (context.workspace.access === 'private') throw notFound()
  const card = cardOf(context, title)
  const key = cardKey(card)
  const etag = `"${key}"`
  // The image does not depend on the reader.
  const headers = { etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' }
  if (matchesEtag(context.header('if-none-match') ?? undefined, etag)) return { kind: 'not-modified', headers }
  const cached = cache.get(key)
  // Only drawing is expensive.
  if (!cached) await context.deps.rateLimits.consume('image', context, null)
  const image = cached ?? cache.get(key) ?? cache.draw(key, () => drawCard(card))
  if (image === null) throw problem('rate_limited', commonMessages.busy, { headers: { 'retry-after': '10' } })
  return { kind: 'image', type: 'image/png', body: await image, headers }
}
