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
import { loadMarks, loadWaitingComments } from '../comments/section.ts'
import type { PortalContext } from '../http/context.ts'
import { type PageResponse, type PortalResponse, type PreviewImage, pageResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { excerptOf } from '../views/excerpt.ts'
import { renderEntry } from './entry-page.ts'
import { findFirstImage } from './entry-preview.ts'
import { changelogPath, renderChangelog } from './list-page.ts'
import { reactionRoutes } from './reactions.ts'
import { subscribeRoutes } from './subscribe.ts'
import { type SubscribeForm, subscribeSection } from './subscribe-section.ts'

// Small, because the list shows the text of each entry.
const pageSize = 10

export const changelogRoutes: PortalRoute[] = [
  get('/changelog', { section: 'changelog', isCacheable: true }, (context) => listPage(context)),
  get('/changelog/:id', { section: 'changelog', isCacheable: true }, async (context) =>
    entryPage(context, await loadEntry(context), blankComment(context.query.get('reply'))),
  ),
  post('/changelog/:id/comments', { section: 'changelog' }, comment),
  ...reactionRoutes,
  ...subscribeRoutes(listPage),
]

/** Renders the list. @param form a subscription form that was rejected */
async function listPage(context: PortalContext, form: SubscribeForm | null = null): Promise<PortalResponse> {
  const { scope, viewer, query, deps, workspace } = context
  const reader = { customerId: viewer?.customerId ?? null, signer: deps.cursorSigner }
  const tagId = query.get('tag')
  const tags = await listPublishedTags(scope)
  const tag = tagId === null ? null : tags.find(({ id }) => id === tagId.toLowerCase())
  // The list of a deleted or unused tag is a 404.
  if (tag === undefined) throw notFound()
  const cursor = query.get('cursor') ?? undefined
  const [entries, subscribe] = await Promise.all([
    listPublicEntries(scope, { tagId: tag?.id ?? null, cursor, limit: pageSize }, reader),
    subscribeSection(context, form),
  ])
  return pageResponse({
    status: form === null ? 200 : 400,
    title: tag === null ? changelogMessages.title : changelogMessages.titleWithTag({ tag: tag.name }),
    description: changelogMessages.description({ workspace: workspace.name }),
    body: renderChangelog(context, { entries, tags, tag, isContinued: cursor !== undefined, subscribe }),
    canonical: cursor === undefined && form === null ? changelogPath(tag) : null,
    hasTeamImages: true,
    isCacheable: form === null,
    section: 'changelog',
  })
}

/** Loads an entry. Drafts, unknown entries and entries of other workspaces give the same 404. */
async function loadEntry({ scope, viewer, params }: PortalContext): Promise<PublicEntry> {
  const id = params.id!
  const entry = isUuid(id) ? await getPublicEntry(scope, id, viewer?.customerId ?? null) : null
  if (entry === null) throw notFound()
  return entry
}

async function entryPage(context: PortalContext, entry: PublicEntry, draft: CommentDraft): Promise<PageResponse> {
  const { scope, query, deps } = context
  const [neighbours, comments, waiting] = await Promise.all([
    getAdjacentEntries(scope, entry),
    entry.commentsEnabled
      ? listPublicEntryComments(scope, entry.id, query.get('cursor') ?? undefined, deps.cursorSigner)
      : null,
    loadWaitingComments(context, { of: 'entry_id', id: entry.id }),
  ])
  const markup = renderMarkdown(entry.body, context.base)
  return pageResponse({
    title: entry.title,
    description: excerptOf(entry.body.slice(0, 600)) || changelogMessages.title,
    body: renderEntry(context, {
      entry,
      markup,
      neighbours,
      comments,
      waiting,
      marks: await loadMarks(context, comments),
      draft,
    }),
    canonical: `/changelog/${entry.id}`,
    head: articleOf(entry),
    image: previewImageOf(context, entry, markup),
    hasCard: true,
    hasTeamImages: true,
    type: 'article',
    isCacheable: true,
    section: 'changelog',
  })
}

function previewImageOf(context: PortalContext, { cover }: PublicEntry, markup: string): PreviewImage | null {
  if (cover) return { ...cover, url: `${context.portalUrl}${cover.url}` }
  const url = findFirstImage(markup, context)
  return url === null ? null : { url }
}

async function comment(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const { id, title, commentsEnabled } = await loadEntry(context)
  if (!commentsEnabled) throw notFound()
  return handleCommentForm(context, body, {
    thread: { of: 'entry_id', id },
    title,
    show: async (context, draft) => entryPage(context, await loadEntry(context), draft),
  })
}

const articleOf = ({ publishedAt, updatedAt, tags }: PublicEntry) =>
  html`<meta property="article:published_time" content="${publishedAt}">
<meta property="article:modified_time" content="${updatedAt}">
${tags.map(({ name }) => html`<meta property="article:tag" content="${name}">\n`)}`
