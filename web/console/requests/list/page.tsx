// All styles of the list and of the request page, which opens beside it. If a style sheet were added when a request opens, the
// request would first appear without styles, and the browser would lay out the whole page again.
import './list.css'
import '../filters/filters.css'
import '../detail/detail.css'
import '../detail/comments/thread.css'
import '../detail/facts/facts.css'
import { redirect, type ShouldRevalidateFunctionArgs, useOutlet } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { countListedByStage, getFeedbackCounts } from '#server/feedback/console/counts.ts'
import { findConsoleMatches, listConsoleFeedback } from '#server/feedback/console/list.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { listSimilarRequests } from '#server/feedback/search/similar.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import type { Scope } from '#server/platform/scope.ts'
import { SplitView } from '../../../ui/layout/split-view.tsx'
import { readPageOrFirst } from '../../cursor-fallback.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { toCustomerOption } from '../new/search-customers.ts'
import { organizeActions } from '../organize/actions.ts'
import type { RequestsContext } from '../organize/context.ts'
import { loadOrganizeChoices } from '../organize/load-choices.ts'
import { listStageActions } from '../stage-changes/actions.ts'
import { useStageChanges } from '../stage-changes/use-stage-changes.tsx'
import { viewActions } from '../views/actions.ts'
import { viewUrl } from '../views/view-url.ts'
import { formatListFilter, isFiltered, pickListFilter } from './list-filter.ts'
import { loadFilter } from './load-filter.ts'
import { RequestList } from './request-list.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, deps, home, membership, zone, now }) => {
  const { filter, query, after, ignored, options, customer, view } = await loadFilter(scope, url.searchParams, {
    zone,
    now,
  })
  if (view && isOnlyView(url.searchParams) && view.query !== '') throw redirect(viewUrl(`${home}/requests`, view))
  const { search, sort, stages } = query
  // The tabs count all stages, but only beside the first page: a further one is appended to it.
  const countsTabs = after === undefined && isFiltered(filter)
  const matches = countsTabs ? findConsoleMatches(scope, { ...query, stages: undefined }) : undefined
  const knownMatches = stages === undefined ? matches : undefined
  const [{ page, isFirst }, counts, tabCounts, notifies, choices] = await Promise.all([
    readPageOrFirst(after, (cursor) =>
      listConsoleFeedback(scope, { ...query, cursor }, getCursorSigner(deps), knownMatches),
    ),
    getFeedbackCounts(scope),
    matches?.then((found) => countListedByStage(scope, query, found)),
    getNotificationDefaults(scope),
    loadOrganizeChoices(scope),
  ])
  return {
    workspace: membership.name,
    home,
    listKey: `${formatListFilter(filter)} ${after ?? ''}`,
    filter,
    view,
    ignored,
    options,
    customer: customer && toCustomerOption(customer),
    memberId: scope.actor.id,
    sort: sort ?? (search ? ('relevance' as const) : ('newest' as const)),
    found: page.found,
    similar: await findSimilarToSearch(scope, search, page.data.length === 0 && isFirst),
    rows: page.data,
    next: page.pagination.nextCursor,
    isFirst,
    counts,
    /** Null for a further page of a filtered list. */
    tabCounts: tabCounts ?? (isFiltered(filter) ? null : { ...counts, isCapped: false }),
    notifies,
    /** What owner, board and tags are chosen from. */
    choices,
    can: feedbackCan(scope.actor),
  }
})

/** Such a URL is short for the view’s own. */
const isOnlyView = (params: URLSearchParams): boolean => pickListFilter(params) === ''

/** Finds requests to show when nothing matches a search. */
const findSimilarToSearch = async (scope: Scope, search: string | undefined, hasNoMatch: boolean) =>
  search !== undefined && hasNoMatch ? listSimilarRequests(scope, { title: search }) : []

export type RequestListData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({ ...listStageActions, ...organizeActions, ...viewActions })

/** Skips reloading the list when a request is opened beside it. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSameList = pickListFilter(currentUrl.searchParams) === pickListFilter(nextUrl.searchParams)
  const isOtherPage = currentUrl.pathname !== nextUrl.pathname
  return formMethod === undefined && isSameList && isOtherPage ? false : defaultShouldRevalidate
}

export const meta = ({ loaderData }: { loaderData?: RequestListData }) => [
  { title: `${loaderData?.view?.name ?? messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function RequestsPage({ loaderData }: { loaderData: RequestListData }) {
  const { home, choices } = loaderData
  const changes = useStageChanges(`${home}/requests`)
  const detail = useOutlet({ changes, choices } satisfies RequestsContext)
  return (
    <div className="p-6 max-md:p-4">
      <SplitView
        list={<RequestList data={loaderData} isBeside={detail !== null} changes={changes} />}
        detail={detail}
      />
    </div>
  )
}
