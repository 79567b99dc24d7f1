import { listPublicBoards, type PublicBoard } from '../../boards/public.ts'
import { listPublicComments } from '../../comments/public.ts'
import { resolveMergedId } from '../../feedback/merge/redirects.ts'
import { loadRequestMark } from '../../feedback/own/mark.ts'
import { getPublicRequest, listPendingRequests, type PublicRequest } from '../../feedback/public/detail.ts'
import { listPublicRequests, publicStages } from '../../feedback/public/list.ts'
import { listSimilarPublicRequests } from '../../feedback/public/similar.ts'
import { html } from '../../platform/formats/html.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope } from '../../platform/scope.ts'
import { blankComment, type CommentDraft } from '../comments/form.ts'
import { handleCommentForm } from '../comments/form-handler.ts'
import { loadMarks, loadWaitingComments } from '../comments/section.ts'
import { type PortalContext, sections } from '../http/context.ts'
import { type PageResponse, type PortalResponse, pageResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { commonMessages } from '../messages/common.ts'
import { requestMessages } from '../messages/requests.ts'
import { excerptOf } from '../views/excerpt.ts'
import { renderRequest } from './detail-page.ts'
import { defaultStage, type RequestListQuery, renderRequestList, requestListPath, sortsOf } from './list-page.ts'
import { newRequestRoutes } from './new.ts'
import { voteRoutes } from './vote.ts'

export const requestRoutes: PortalRoute[] = [
  get('', { isCacheable: true }, startPage),
  get('/', { isCacheable: true }, startPage),
  ...newRequestRoutes,
  // For people who shorten the URL of a request.
  get('/requests', { section: 'requests' }, async ({ base }) => ({
    kind: 'redirect',
    status: 301,
    location: `${base}/`,
  })),
  get('/requests/:id', { section: 'requests', isCacheable: true }, detailPage),
  post('/requests/:id/comments', { section: 'requests' }, comment),
  ...voteRoutes,
]

/** Shows the requests, or redirects to the first section that the workspace shows. */
async function startPage(context: PortalContext): Promise<PortalResponse> {
  const { workspace, base } = context
  if (workspace.sections.requests) return listPage(context)
  const first = sections.find((section) => workspace.sections[section])
  if (first) return { kind: 'redirect', status: 302, location: `${base}/${first}` }
  return pageResponse({
    title: workspace.name,
    body: html`<div class="empty"><h1>${commonMessages.empty.title}</h1><p>${commonMessages.empty.text({ workspace: workspace.name })}</p></div>`,
  })
}

const maxSearchLength = 200

async function listPage(context: PortalContext): Promise<PortalResponse> {
  const { scope, query: parameters, viewer, workspace, deps } = context
  const customerId = viewer?.customerId ?? null
  const board = await findBoard(scope, parameters.get('board'))
  const search = [...(parameters.get('search') ?? '').trim()].slice(0, maxSearchLength).join('')
  const query: RequestListQuery = {
    board,
    stage: oneOf([...publicStages, 'open', 'all'], parameters.get('stage')) ?? defaultStage(search),
    search,
    sort: oneOf(sortsOf(search), parameters.get('sort')) ?? null,
  }
  if (query.search !== '') await deps.rateLimits.consume('search', context, null)
  const cursor = parameters.get('cursor') ?? undefined
  const filter = { ...query, boardId: board?.id ?? null, cursor }
  const [boards, requests, pending] = await Promise.all([
    listPublicBoards(scope),
    listPublicRequests(scope, filter, { customerId, signer: deps.cursorSigner }),
    customerId === null || cursor !== undefined ? [] : listPendingRequests(scope, customerId),
  ])
  const canSubmit = boards.some(({ acceptsRequests }) => acceptsRequests)
  const isPlain = search === '' && cursor === undefined
  const hasNoMatch = search !== '' && cursor === undefined && requests.data.length === 0
  return pageResponse({
    title: board?.name ?? (parameters.size === 0 ? workspace.name : requestMessages.title),
    description: requestMessages.description({ workspace: workspace.name }),
    body: renderRequestList(context, {
      query,
      boards,
      requests,
      pending,
      canSubmit,
      similar: hasNoMatch ? await listSimilarPublicRequests(scope, search, customerId, requests.words) : [],
      isContinued: cursor !== undefined,
    }),
    canonical: isPlain ? requestListPath({ ...query, sort: null, stage: 'open' }) : null,
    isCacheable: true,
    section: 'requests',
  })
}

/** Returns the board of a list; null for the list of all boards. @throws 404, for example for a deleted board */
async function findBoard(scope: Scope, slug: string | null): Promise<PublicBoard | null> {
  if (!slug) return null
  const board = (await listPublicBoards(scope)).find((board) => board.slug === slug)
  if (!board) throw notFound()
  return board
}

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

async function detailPage(context: PortalContext): Promise<PortalResponse> {
  const { scope, viewer, params, query } = context
  const request = await getPublicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (request === null) return redirectIfMerged(context, idOf(params))
  return requestPage(context, request, blankComment(query.get('reply')))
}

const idOf = ({ id = '' }: Record<string, string>): string => {
  if (!isUuid(id)) throw notFound()
  return id
}

async function requestPage(context: PortalContext, request: PublicRequest, draft: CommentDraft): Promise<PageResponse> {
  const { scope, query, deps, viewer } = context
  const cursor = query.get('cursor') ?? undefined
  const mark = await loadRequestMark(scope, request.id, viewer?.customerId ?? null)
  const [comments, waiting] = request.isPublic
    ? await Promise.all([
        listPublicComments(scope, request.id, cursor, deps.cursorSigner),
        loadWaitingComments(context, { of: 'feedback_id', id: request.id }),
      ])
    : [null, []]
  return pageResponse({
    title: request.title,
    description: excerptOf(request.description.slice(0, 600)) || requestMessages.board,
    body: renderRequest(
      context,
      request,
      comments && { comments, waiting, marks: await loadMarks(context, comments), draft },
      mark,
    ),
    canonical: request.isPublic ? `/requests/${request.id}` : null,
    hasCard: true,
    hasTeamImages: comments?.data.some(({ kind }) => kind === 'staff_reply') ?? false,
    isCacheable: request.isPublic,
    section: 'requests',
  })
}

async function comment(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const { scope, viewer, params } = context
  const request = await getPublicRequest(scope, idOf(params), viewer?.customerId ?? null)
  if (!request?.isPublic) throw notFound()
  const { id, title } = request
  return handleCommentForm(context, body, {
    thread: { of: 'feedback_id', id },
    title,
    show: (context, draft) => requestPage(context, request, draft),
  })
}

/** Redirects from the URL of a merged request to the request it was merged into. */
async function redirectIfMerged({ scope, viewer, base }: PortalContext, id: string): Promise<PortalResponse> {
  const current = await resolveMergedId(scope, id)
  const target = current && (await getPublicRequest(scope, current, viewer?.customerId ?? null))
  if (!target) throw notFound()
  return { kind: 'redirect', status: 301, location: `${base}/requests/${target.id}` }
}
