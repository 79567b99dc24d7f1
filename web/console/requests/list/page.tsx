import './list.css'
import { type ShouldRevalidateFunctionArgs, useOutlet } from 'react-router'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { consoleFeedbackPage } from '#server/feedback/console/list.ts'
import { feedbackCounts } from '#server/feedback/console/counts.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { Split } from '../../../ui/layout/split-view.tsx'
import { requestList as words } from '../../messages/requests/list.ts'
import { partFrom } from '../cursor-fallback.ts'
import { moving } from '../stage-changes/actions.ts'
import { queryIn } from './list-filter.ts'
import { listQuery } from './parse-list-query.ts'
import { RequestList } from './request-list.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, url, deps, home, membership }) => {
  const { after, board, ...filter } = listQuery(url.searchParams)
  const query = { ...filter, boardId: board }
  const [{ page, isFirst }, counts] = await Promise.all([
    partFrom(after, (cursor) => consoleFeedbackPage(scope, { ...query, cursor }, cursorSigner(deps))),
    feedbackCounts(scope),
  ])
  return {
    workspace: membership.name,
    home,
    list: `${queryIn(url.searchParams)} ${after ?? ''}`,
    filter: { ...filter, board },
    sort: filter.sort ?? ('newest' as const),
    rows: page.data,
    next: page.pagination.nextCursor,
    isFirst,
    counts,
    can: feedbackCan(scope.actor),
  }
})

export type ListData = Awaited<ReturnType<typeof loader>>

export const action = acts.member(moving)

/** Opening a request beside the list leaves the list as it is. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSameList = queryIn(currentUrl.searchParams) === queryIn(nextUrl.searchParams)
  const isOtherPage = currentUrl.pathname !== nextUrl.pathname
  return formMethod === undefined && isSameList && isOtherPage ? false : defaultShouldRevalidate
}

export const meta = ({ loaderData }: { loaderData?: ListData }) => [
  { title: `${words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function RequestsPage({ loaderData }: { loaderData: ListData }) {
  const detail = useOutlet()
  return (
    <div className="p-6 max-md:p-4">
      <Split list={<RequestList {...loaderData} isBeside={detail !== null} />} detail={detail} />
    </div>
  )
}
