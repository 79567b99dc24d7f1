import {
  getAdjacentEntries,
  getPublicEntry,
  listPublicEntries,
  listPublishedTags,
  type PublicEntry,
} from '../../changelog/public/entries.ts'
import { listPublicEntryComments } from '../../comments/public.ts'
import { html } from '../../platform/formats/html.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import { blankComment, type CommentDraft } from '../comments/form.ts'
import { handleCommentForm } from '../comments/form-handler.ts'
import type { PortalContext } from '../http/context.ts'
import { type PageResponse, type PortalResponse, pageResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { excerptOf } from '../requests/components.ts'
import { renderEntry } from './entry-page.ts'
import { findFirstImage } from './entry-preview.ts'
import { changelogPath, renderChangelog } from './list-page.ts'
import { reactionRoutes } from './reactions.ts'
import { subscribeRoutes } from './subscribe.ts'
import { type SubscribeForm, subscribeSection } from './subscribe-section.ts'

// A page that is read, not leafed through: entries stand in it with their texts.
const pageSize = 10

export const changelogRoutes: PortalRoute[] = [
  get('/changelog', { section: 'changelog', isCacheable: true }, (visit) => listPage(visit)),
  get('/changelog/:id', { section: 'changelog', isCacheable: true }, async (visit) =>
    entryPage(visit, await entryOf(visit), blankComment(visit.query.get('reply'))),
  ),
  post('/changelog/:id/comments', { section: 'changelog' }, comment),
  ...reactionRoutes,
  ...subscribeRoutes(listPage),
]

/** @param form what was typed into the form for subscribing and could not be taken. */
async function listPage(visit: PortalContext, form: SubscribeForm | null = null): Promise<PortalResponse> {
  const { scope, viewer, query, services: portal, workspace } = visit
  const reader = { customerId: viewer?.customerId ?? null, signer: portal.cursorSigner }
  const tagId = query.get('tag')
  const tags = await listPublishedTags(scope)
  const tag = tagId === null ? null : tags.find(({ id }) => id === tagId.toLowerCase())
  // A tag that is not there (any more), or that no entry has, is no list.
  if (tag === undefined) throw notFound()
  const cursor = query.get('cursor') ?? undefined
  const [entries, subscribe] = await Promise.all([
    listPublicEntries(scope, { tagId: tag?.id ?? null, cursor, limit: pageSize }, reader),
    subscribeSection(visit, form),
  ])
  return pageResponse({
    status: form === null ? 200 : 400,
    title: tag === null ? changelogMessages.title : `${changelogMessages.title}: ${tag.name}`,
    description: changelogMessages.description(workspace.name),
    body: renderChangelog(visit, { entries, tags, tag, isContinued: cursor !== undefined, subscribe }),
    canonical: cursor === undefined && form === null ? changelogPath(tag) : null,
    isCacheable: form === null,
    section: 'changelog',
  })
}

/** Drafts, unknown entries and those of other workspaces are equally not there. */
async function entryOf({ scope, viewer, params }: PortalContext): Promise<PublicEntry> {
  const id = params.id!
  const entry = isUuid(id) ? await getPublicEntry(scope, id, viewer?.customerId ?? null) : null
  if (entry === null) throw notFound()
  return entry
}

async function entryPage(visit: PortalContext, entry: PublicEntry, draft: CommentDraft): Promise<PageResponse> {
  const { scope, query, services: portal } = visit
  const [neighbours, comments] = await Promise.all([
    getAdjacentEntries(scope, entry),
    entry.commentsEnabled
      ? listPublicEntryComments(scope, entry.id, query.get('cursor') ?? undefined, portal.cursorSigner)
      : null,
  ])
  const markup = renderMarkdown(entry.body)
  return pageResponse({
    title: entry.title,
    description: excerptOf(entry.body.slice(0, 600)) || changelogMessages.title,
    body: renderEntry(visit, { entry, markup, neighbours, comments, draft }),
    canonical: `/changelog/${entry.id}`,
    head: articleOf(entry),
    image: findFirstImage(markup),
    type: 'article',
    isCacheable: true,
    section: 'changelog',
  })
}

async function comment(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const { id, title, commentsEnabled } = await entryOf(visit)
  if (!commentsEnabled) throw notFound()
  return handleCommentForm(visit, sent, {
    thread: { of: 'entry_id', id },
    title,
    show: async (again, draft) => entryPage(again, await entryOf(again), draft),
  })
}

const articleOf = ({ publishedAt, updatedAt, tags }: PublicEntry) =>
  html`<meta property="article:published_time" content="${publishedAt}">
<meta property="article:modified_time" content="${updatedAt}">
${tags.map(({ name }) => html`<meta property="article:tag" content="${name}">\n`)}`
