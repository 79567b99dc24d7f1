import { listPublicBoards } from '../../boards/public.ts'
import { listPublicComments } from '../../comments/public.ts'
import { resolveMergedId } from '../../feedback/merge/redirects.ts'
import { getPublicRequest, listPendingRequests, type PublicRequest } from '../../feedback/public/detail.ts'
import {
  listPublicRequests,
  type PublicSort,
  type PublicStage,
  publicSorts,
  publicStages,
} from '../../feedback/public/list.ts'
import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import { blankComment, type CommentDraft } from '../comments/form.ts'
import { handleCommentForm } from '../comments/form-handler.ts'
import { type PortalContext, sections } from '../http/context.ts'
import { type PageResponse, type PortalResponse, pageResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { commonMessages as frame } from '../messages/common.ts'
import { requestMessages } from '../messages/requests.ts'
import { excerptOf } from './components.ts'
import { renderRequest } from './detail-page.ts'
import { type RequestListQuery, renderRequestList, requestListPath } from './list-page.ts'
import { newRequestRoutes } from './new.ts'
import { voteRoutes } from './vote.ts'

export const requestRoutes: PortalRoute[] = [
  get('', { isCacheable: true }, startPage),
  get('/', { isCacheable: true }, startPage),
  ...newRequestRoutes,
  // Whoever shortens an address comes to the list.
  get('/requests', { section: 'requests' }, async ({ base }) => ({
    kind: 'redirect',
    status: 301,
    location: `${base}/`,
  })),
  get('/requests/:id', { section: 'requests', isCacheable: true }, detailPage),
  post('/requests/:id/comments', { section: 'requests' }, comment),
  ...voteRoutes,
]

/** The requests, or what the workspace shows instead. */
async function startPage(visit: PortalContext): Promise<PortalResponse> {
  const { workspace, base } = visit
  if (workspace.sections.requests) return listPage(visit)
  const first = sections.find((section) => workspace.sections[section])
  if (first) return { kind: 'redirect', status: 302, location: `${base}/${first}` }
  return pageResponse({
    title: workspace.name,
    body: html`<div class="empty"><h1>${frame.empty.title}</h1><p>${frame.empty.text(workspace.name)}</p></div>`,
  })
}

const maxSearchLength = 200

async function listPage(visit: PortalContext): Promise<PortalResponse> {
  const { scope, query: asked, viewer, workspace, services: portal } = visit
  const customerId = viewer?.customerId ?? null
  const boards = await listPublicBoards(scope)
  const board = boards.find(({ slug }) => slug === asked.get('board')) ?? null
  // A board that is not there (any more) is no list.
  if (asked.get('board') && board === null) throw notFound()
  const query: RequestListQuery = {
    board,
    stage: oneOf<PublicStage>(publicStages, asked.get('stage')) ?? null,
    sort: oneOf<PublicSort>(publicSorts, asked.get('sort')) ?? 'trending',
    search: [...(asked.get('search') ?? '').trim()].slice(0, maxSearchLength).join(''),
  }
  const cursor = asked.get('cursor') ?? undefined
  const filter = { ...query, boardId: board?.id ?? null, cursor }
  const [requests, waiting] = await Promise.all([
    listPublicRequests(scope, filter, { customerId, signer: portal.cursorSigner }),
    customerId === null || cursor !== undefined ? [] : listPendingRequests(scope, customerId),
  ])
  const mayAsk = boards.some(({ acceptsRequests }) => acceptsRequests)
  const isPlain = query.search === '' && cursor === undefined
  return pageResponse({
    title: board?.name ?? (asked.size === 0 ? workspace.name : requestMessages.title),
    description: requestMessages.description(workspace.name),
    body: renderRequestList(visit, {
      query,
      boards,
      requests,
      waiting,
      canSubmit: mayAsk,
      isContinued: cursor !== undefined,
    }),
    canonical: isPlain ? requestListPath({ ...query, sort: 'trending', stage: null }) : null,
    isCacheable: true,
    section: 'requests',
  })
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

async function detailPage(visit: PortalContext): Promise<PortalResponse> {
  const { scope, viewer, params, query } = visit
  const request = await getPublicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (request === null) return redirectIfMerged(visit, idOf(params))
  return requestPage(visit, request, blankComment(query.get('reply')))
}

const idOf = ({ id = '' }: Record<string, string>): string => {
  if (!isUuid(id)) throw notFound()
  return id
}

async function requestPage(visit: PortalContext, request: PublicRequest, draft: CommentDraft): Promise<PageResponse> {
  const { scope, query, services: portal } = visit
  const cursor = query.get('cursor') ?? undefined
  const comments = request.isPublic ? await listPublicComments(scope, request.id, cursor, portal.cursorSigner) : null
  return pageResponse({
    title: request.title,
    description: excerptOf(request.description.slice(0, 600)) || requestMessages.board,
    body: renderRequest(visit, request, comments, draft),
    canonical: request.isPublic ? `/requests/${request.id}` : null,
    isCacheable: request.isPublic,
    section: 'requests',
  })
}

async function comment(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const { scope, viewer, params } = visit
  const request = await getPublicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (!request?.isPublic) throw notFound()
  const { id, title } = request
  return handleCommentForm(visit, sent, {
    thread: { of: 'feedback_id', id },
    title,
    show: (again, draft) => requestPage(again, request, draft),
  })
}

/** The old address of a request that was merged leads to the one that it was merged into. */
async function redirectIfMerged({ scope, viewer, base }: PortalContext, id: string): Promise<PortalResponse> {
  const current = await resolveMergedId(scope, id)
  const target = current && (await getPublicRequest(scope, current, viewer?.customerId ?? null))
  if (!target) throw notFound()
  return { kind: 'redirect', status: 301, location: `${base}/requests/${target.id}` }
}
