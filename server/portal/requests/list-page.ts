import type { PublicBoard } from '../../boards/public.ts'
import type { PendingRequest } from '../../feedback/public/detail.ts'
import {
  type PublicRequestPage,
  type PublicRequestSummary,
  type PublicSort,
  publicSorts,
  publicStages,
  type StageFilter,
} from '../../feedback/public/list.ts'
import type { SimilarPublicRequest } from '../../feedback/public/similar.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { requestMessages, sortLabels } from '../messages/requests.ts'
import { ownNotice } from '../own/actions.ts'
import { timeElement } from '../views/dates.ts'
import { excerptOf } from '../views/excerpt.ts'
import { personElement } from '../views/person.ts'
import { similarItem, stageBadge, voteButton } from './components.ts'

/** The filters of the list, as in its URL. */
export interface RequestListQuery {
  /** Null for the default: the best matches of a search first, and trending requests without one. */
  sort: PublicSort | null
  stage: StageFilter
  board: PublicBoard | null
  search: string
}

export interface RequestListData {
  query: RequestListQuery
  boards: PublicBoard[]
  requests: PublicRequestPage
  /** The viewer's own requests that are waiting for review. */
  pending: PendingRequest[]
  canSubmit: boolean
  /** Shown when nothing matches a search. */
  similar: SimilarPublicRequest[]
  /** Whether this is not the first page of the list. */
  isContinued: boolean
}

/** Returns the path of a list; defaults are left out. */
export function requestListPath(
  query: RequestListQuery,
  change: Partial<RequestListQuery> = {},
  cursor: string | null = null,
): string {
  const { sort, stage, board, search } = { ...query, ...change }
  const parameters = new URLSearchParams({
    ...(board && { board: board.slug }),
    ...(stage !== defaultStage(search) && { stage }),
    ...(search !== '' && { search }),
    ...(sort !== null && sortsOf(search).includes(sort) && { sort }),
    ...(cursor && { cursor }),
  })
  return parameters.size === 0 ? '/' : `/?${parameters}`
}

/** Lists show open requests by default; searches find all. The default is left out of URLs. */
export const defaultStage = (search: string): StageFilter => (search === '' ? 'open' : 'all')

const stageFilters: StageFilter[] = ['open', ...publicStages, 'all']

const stageName = ({ stageLabels }: PortalContext['workspace'], stage: StageFilter): string => {
  if (stage === 'open') return requestMessages.openStages
  return stage === 'all' ? requestMessages.allStages : stageLabels[stage]
}

export const sortsOf = (search: string): PublicSort[] =>
  publicSorts.filter((sort) => search !== '' || sort !== 'trending')

export function renderRequestList(context: PortalContext, list: RequestListData): Html {
  const { base, workspace } = context
  const { query, boards, canSubmit } = list
  return html`<div class="intro">
<div><h1>${query.board?.name ?? requestMessages.title}</h1>
<p>${requestMessages.lead({ workspace: workspace.name })}</p></div>
${canSubmit ? html`<a class="button primary" href="${base}/requests/new${query.board ? html`?board=${query.board.slug}` : null}">${requestMessages.newRequest}</a>` : null}
</div>
${ownNotice(context)}${pendingPart(base, list.pending, workspace.timeZone)}
<form class="filters" method="get" action="${base}/" role="search" data-live>
<div class="search"><label class="hidden" for="search">${requestMessages.search}</label>
<input id="search" type="search" name="search" value="${query.search}" maxlength="200" dir="auto" placeholder="${requestMessages.search}" autocomplete="off" enterkeyhint="search"></div>
${boards.length > 1 ? select('board', requestMessages.boards, [['', requestMessages.allBoards], ...boards.map(({ slug, name }) => [slug, name] as const)], query.board?.slug ?? '') : null}
${select(
  'sort',
  requestMessages.sort,
  [
    ['', query.search === '' ? sortLabels.trending : requestMessages.bestMatch],
    ...sortsOf(query.search).map((sort) => [sort, sortLabels[sort]] as const),
  ],
  query.sort ?? '',
)}
${query.stage === defaultStage(query.search) ? null : html`<input type="hidden" name="stage" value="${query.stage}">`}
<button class="button without-script">${requestMessages.apply}</button>
</form>
<nav class="tabs" aria-label="${requestMessages.stages}" data-tabs>
${stageFilters.map(
  (stage) =>
    html`<a href="${base}${requestListPath(query, { stage })}"${query.stage === stage ? html` aria-current="page"` : null}>${stageName(workspace, stage)}</a>
`,
)}
</nav>
<div id="results" data-results aria-live="polite">${resultsPart(context, list)}</div>`
}

const select = (name: string, label: string, choices: (readonly [string, string])[], selected: string): Html =>
  html`<label class="pick" data-pick="${name}"><span class="hidden">${label}</span><select name="${name}" aria-label="${label}">
${choices.map(([value, text]) => html`<option value="${value}"${value === selected ? html` selected` : null}>${text}</option>`)}
</select></label>`

const pendingPart = (base: string, pending: PendingRequest[], timeZone: string): Html | null =>
  pending.length === 0
    ? null
    : html`<section class="waiting" aria-labelledby="waiting">
<h2 id="waiting">${requestMessages.pending}</h2>
<p>${requestMessages.pendingText}</p>
<ul>
${pending.map(({ id, title, createdAt }) => html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a> ${timeElement(createdAt, timeZone)}</li>`)}
</ul>
</section>`

function resultsPart(context: PortalContext, list: RequestListData): Html {
  const { base } = context
  const { requests, query } = list
  if (requests.data.length === 0)
    return list.isContinued ? html`` : html`${emptyPart(base, list)}${similarPart(context, list)}`
  const next = requests.pagination.nextCursor
  const returnPath = requestListPath(query)
  return html`${requests.found && html`<p class="found">${foundText(requests.found)}</p>`}<ul class="requests" aria-label="${requestMessages.results}">
${requests.data.map((request) => rowOf(context, request, returnPath))}
</ul>
${next && html`<p class="more"><a class="button" href="${base}${requestListPath(query, {}, next)}" data-more rel="next">${requestMessages.more}</a></p>`}`
}

const foundText = ({ count, isCapped }: { count: number; isCapped: boolean }): string =>
  isCapped ? requestMessages.foundMore({ count }) : requestMessages.found({ count })

const similarPart = (context: PortalContext, { similar, query }: RequestListData): Html | null =>
  similar.length === 0
    ? null
    : html`<section class="similar" aria-labelledby="similar">
<h2 id="similar">${requestMessages.noMatch.similar}</h2>
<ul>
${similar.map((request) => similarItem(context, request, requestListPath(query)))}
</ul>
</section>`

const rowOf = ({ base, workspace }: PortalContext, request: PublicRequestSummary, next: string): Html =>
  html`<li class="request" id="r-${request.id}">
${voteButton(base, request, next)}
<div class="request-text">
<h2 dir="auto"><a href="${base}/requests/${request.id}">${request.title}</a></h2>
${request.beginning === '' ? null : html`<p class="excerpt" dir="auto">${excerptOf(request.beginning)}</p>`}
<p class="facts">${stageBadge(workspace, request.stage)}${request.author && personElement(request.author)}${timeElement(request.createdAt, workspace.timeZone)}<span dir="auto">${request.board}</span>${request.comments > 0 ? html`<span>${requestMessages.comments({ count: request.comments })}</span>` : null}</p>
</div>
</li>
`

function emptyPart(base: string, { query, canSubmit }: RequestListData): Html {
  const { search } = query
  const isNarrowed = (query.stage !== 'all' && query.stage !== defaultStage(search)) || query.board !== null
  const isSearched = search !== ''
  const prefill = new URLSearchParams({ ...(isSearched && { title: search }) })
  // Offers the other boards and stages first, so that people find an existing request before they submit a duplicate.
  const actions =
    isSearched && isNarrowed
      ? html`<a class="button primary" href="${base}${requestListPath(query, { stage: 'all', board: null })}">${requestMessages.noMatch.searchAll}</a>`
      : html`${canSubmit ? html`<a class="button primary" href="${base}/requests/new${prefill.size > 0 ? `?${prefill}` : null}">${requestMessages.newRequest}</a>` : null}
${isSearched || isNarrowed ? html`<a class="button" href="${base}/">${requestMessages.noMatch.clear}</a>` : null}`
  return html`<div class="empty">
<h2>${isSearched || isNarrowed ? requestMessages.noMatch.title : requestMessages.none.title}</h2>
<p>${emptyText(search, isNarrowed)}</p>
<p class="empty-actions">${actions}</p>
</div>`
}

function emptyText(search: string, isNarrowed: boolean): string {
  if (search === '') return isNarrowed ? requestMessages.noMatch.filtered : requestMessages.none.text
  return isNarrowed ? requestMessages.noMatch.narrowed({ search }) : requestMessages.noMatch.text({ search })
}
