import { publicBoards } from '../../boards/public.ts'
import { publicThread } from '../../comments/public.ts'
import { currentIdOf } from '../../feedback/merge/redirects.ts'
import { type PublicRequest, publicRequest, waitingRequests } from '../../feedback/public/detail.ts'
import { type PublicSort, type PublicStage, publicPage, publicSorts, publicStages } from '../../feedback/public/list.ts'
import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import { type Answer, type PortalPage, page } from '../http/response.ts'
import { blankComment, type CommentDraft } from '../comments/form.ts'
import { commentPosted } from '../comments/form-handler.ts'
import { get, type PortalRoute, post, type Sent } from '../http/route.ts'
import { sections, type Visit } from '../http/context.ts'
import { words as frame } from '../messages/common.ts'
import { detailBody } from './detail-page.ts'
import { type ListQuery, listAddress, listBody } from './list-page.ts'
import { newRequestRoutes } from './new.ts'
import { excerptOf } from './components.ts'
import { voteRoutes } from './vote.ts'
import { words } from '../messages/requests.ts'

export const requestRoutes: PortalRoute[] = [
  get('', { isShared: true }, startPage),
  get('/', { isShared: true }, startPage),
  ...newRequestRoutes,
  // Whoever shortens an address comes to the list.
  get('/requests', { section: 'requests' }, async ({ base }) => ({
    kind: 'redirect',
    status: 301,
    location: `${base}/`,
  })),
  get('/requests/:id', { section: 'requests', isShared: true }, detailPage),
  post('/requests/:id/comments', { section: 'requests' }, comment),
  ...voteRoutes,
]

/** The requests, or what the workspace shows instead. */
async function startPage(visit: Visit): Promise<Answer> {
  const { workspace, base } = visit
  if (workspace.sections.requests) return listPage(visit)
  const first = sections.find((section) => workspace.sections[section])
  if (first) return { kind: 'redirect', status: 302, location: `${base}/${first}` }
  return page({
    title: workspace.name,
    body: html`<div class="empty"><h1>${frame.empty.title}</h1><p>${frame.empty.text(workspace.name)}</p></div>`,
  })
}

const searchCharacters = 200

async function listPage(visit: Visit): Promise<Answer> {
  const { scope, query: asked, viewer, workspace, portal } = visit
  const customerId = viewer?.customerId ?? null
  const boards = await publicBoards(scope)
  const board = boards.find(({ slug }) => slug === asked.get('board')) ?? null
  // A board that is not there (any more) is no list.
  if (asked.get('board') && board === null) throw notFound()
  const query: ListQuery = {
    board,
    stage: oneOf<PublicStage>(publicStages, asked.get('stage')) ?? null,
    sort: oneOf<PublicSort>(publicSorts, asked.get('sort')) ?? 'trending',
    search: [...(asked.get('search') ?? '').trim()].slice(0, searchCharacters).join(''),
  }
  const cursor = asked.get('cursor') ?? undefined
  const filter = { ...query, boardId: board?.id ?? null, cursor }
  const [requests, waiting] = await Promise.all([
    publicPage(scope, filter, { customerId, signer: portal.cursors }),
    customerId === null || cursor !== undefined ? [] : waitingRequests(scope, customerId),
  ])
  const mayAsk = boards.some(({ acceptsRequests }) => acceptsRequests)
  const isPlain = query.search === '' && cursor === undefined
  return page({
    title: board?.name ?? (asked.size === 0 ? workspace.name : words.title),
    description: words.description(workspace.name),
    body: listBody(visit, { query, boards, requests, waiting, mayAsk, isContinued: cursor !== undefined }),
    canonical: isPlain ? listAddress({ ...query, sort: 'trending', stage: null }) : null,
    isShared: true,
    section: 'requests',
  })
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

async function detailPage(visit: Visit): Promise<Answer> {
  const { scope, viewer, params, query } = visit
  const request = await publicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (request === null) return movedOrGone(visit, idOf(params))
  return requestPage(visit, request, blankComment(query.get('reply')))
}

const idOf = ({ id = '' }: Record<string, string>): string => {
  if (!isUuid(id)) throw notFound()
  return id
}

async function requestPage(visit: Visit, request: PublicRequest, draft: CommentDraft): Promise<PortalPage> {
  const { scope, query, portal } = visit
  const cursor = query.get('cursor') ?? undefined
  const comments = request.isPublic ? await publicThread(scope, request.id, cursor, portal.cursors) : null
  return page({
    title: request.title,
    description: excerptOf(request.description.slice(0, 600)) || words.board,
    body: detailBody(visit, request, comments, draft),
    canonical: request.isPublic ? `/requests/${request.id}` : null,
    isShared: request.isPublic,
    section: 'requests',
  })
}

async function comment(visit: Visit, sent: Sent): Promise<Answer> {
  const { scope, viewer, params } = visit
  const request = await publicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (!request?.isPublic) throw notFound()
  const { id, title } = request
  return commentPosted(visit, sent, {
    thread: { of: 'feedback_id', id },
    title,
    show: (again, draft) => requestPage(again, request, draft),
  })
}

/** The old address of a request that was merged leads to the one that it was merged into. */
async function movedOrGone({ scope, viewer, base }: Visit, id: string): Promise<Answer> {
  const current = await currentIdOf(scope, id)
  const target = current && (await publicRequest(scope, current, viewer?.customerId ?? null))
  if (!target) throw notFound()
  return { kind: 'redirect', status: 301, location: `${base}/requests/${target.id}` }
}
