import { neighboursOf, type PublicEntry, publicEntries, publicEntry, publishedTags } from '../../changelog/public/entries.ts'
import { publicEntryThread } from '../../comments/public.ts'
import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { notFound } from '../../platform/problems.ts'
import { type Answer, type PortalPage, page } from '../http/response.ts'
import { blankComment, type CommentDraft } from '../comments/form.ts'
import { commentPosted } from '../comments/form-handler.ts'
import { excerptOf } from '../requests/components.ts'
import { get, type PortalRoute, post, type Sent } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { entryBody } from './entry-page.ts'
import { listAddress, listBody } from './list-page.ts'
import { reactionRoutes } from './reactions.ts'
import { subscribeRoutes } from './subscribe.ts'
import { type SubscribeForm, subscribePart } from './subscribe-section.ts'
import { firstImageOf } from './entry-preview.ts'
import { words } from '../messages/changelog.ts'

// A page that is read, not leafed through: entries stand in it with their texts.
const entriesAtMost = 10

export const changelogRoutes: PortalRoute[] = [
  get('/changelog', { section: 'changelog', isShared: true }, (visit) => listPage(visit)),
  get('/changelog/:id', { section: 'changelog', isShared: true }, async (visit) =>
    entryPage(visit, await entryOf(visit), blankComment(visit.query.get('reply'))),
  ),
  post('/changelog/:id/comments', { section: 'changelog' }, comment),
  ...reactionRoutes,
  ...subscribeRoutes(listPage),
]

/** @param form what was typed into the form for subscribing and could not be taken. */
async function listPage(visit: Visit, form: SubscribeForm | null = null): Promise<Answer> {
  const { scope, viewer, query, portal, workspace } = visit
  const reader = { customerId: viewer?.customerId ?? null, signer: portal.cursors }
  const tagId = query.get('tag')
  const tags = await publishedTags(scope)
  const tag = tagId === null ? null : tags.find(({ id }) => id === tagId.toLowerCase())
  // A tag that is not there (any more), or that no entry has, is no list.
  if (tag === undefined) throw notFound()
  const cursor = query.get('cursor') ?? undefined
  const [entries, subscribe] = await Promise.all([
    publicEntries(scope, { tagId: tag?.id ?? null, cursor, limit: entriesAtMost }, reader),
    subscribePart(visit, form),
  ])
  return page({
    status: form === null ? 200 : 400,
    title: tag === null ? words.title : `${words.title}: ${tag.name}`,
    description: words.description(workspace.name),
    body: listBody(visit, { entries, tags, tag, isContinued: cursor !== undefined, subscribe }),
    canonical: cursor === undefined && form === null ? listAddress(tag) : null,
    isShared: form === null,
    section: 'changelog',
  })
}

/** Drafts, unknown entries and those of other workspaces are equally not there. */
async function entryOf({ scope, viewer, params }: Visit): Promise<PublicEntry> {
  const id = params.id!
  const entry = isUuid(id) ? await publicEntry(scope, id, viewer?.customerId ?? null) : null
  if (entry === null) throw notFound()
  return entry
}

async function entryPage(visit: Visit, entry: PublicEntry, draft: CommentDraft): Promise<PortalPage> {
  const { scope, query, portal } = visit
  const [neighbours, comments] = await Promise.all([
    neighboursOf(scope, entry),
    entry.commentsEnabled ? publicEntryThread(scope, entry.id, query.get('cursor') ?? undefined, portal.cursors) : null,
  ])
  const markup = renderMarkdown(entry.body)
  return page({
    title: entry.title,
    description: excerptOf(entry.body.slice(0, 600)) || words.title,
    body: entryBody(visit, { entry, markup, neighbours, comments, draft }),
    canonical: `/changelog/${entry.id}`,
    head: articleOf(entry),
    image: firstImageOf(markup),
    type: 'article',
    isShared: true,
    section: 'changelog',
  })
}

async function comment(visit: Visit, sent: Sent): Promise<Answer> {
  const { id, title, commentsEnabled } = await entryOf(visit)
  if (!commentsEnabled) throw notFound()
  return commentPosted(visit, sent, {
    thread: { of: 'entry_id', id },
    title,
    show: async (again, draft) => entryPage(again, await entryOf(again), draft),
  })
}

const articleOf = ({ publishedAt, updatedAt, tags }: PublicEntry) =>
  html`<meta property="article:published_time" content="${publishedAt}">
<meta property="article:modified_time" content="${updatedAt}">
${tags.map(({ name }) => html`<meta property="article:tag" content="${name}">\n`)}`
