import { ArrowLeft } from 'lucide-react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatCalendarDate } from '#i18n/format.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { getListedCustomer } from '#server/customers/list.ts'
import {
  type ActivityKind,
  type CustomerComment,
  type CustomerRequest,
  listCustomerActivity,
} from '#server/customers/team-activity.ts'
import { notFound } from '#server/platform/problems.ts'
import { Rows } from '../../../ui/data/list-row.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { readPageOrFirst } from '../../cursor-fallback.ts'
import { customersMessages, customerMessages as messages } from '../../messages/customers.ts'
import { customerName } from '../customer-name.ts'
import { CommentRow, RequestRow } from '../detail/activity-cards.tsx'
import { useLoadedPages } from '../list/use-loaded-pages.ts'
import { readSince } from './read-since.ts'

const requireKind = ({ kind }: { kind?: string | undefined }): ActivityKind => {
  if (kind !== 'requests' && kind !== 'votes' && kind !== 'comments') throw notFound()
  return kind
}

export const loader = loaderFor.member(async ({ scope, params, url, home, deps, membership, zone }) => {
  const [id, kind] = [requireId(params), requireKind(params)]
  // The list beside it has its own `cursor`.
  const after = url.searchParams.get('after') || undefined
  const listQuery = new URLSearchParams(url.searchParams)
  listQuery.delete('after')
  listQuery.delete('from')
  const since = readSince(url.searchParams, zone)
  const [customer, { page, isFirst }] = await Promise.all([
    getListedCustomer(scope, id),
    readPageOrFirst(after, (cursor) =>
      listCustomerActivity(scope, id, kind, { cursor, since: since?.at }, getCursorSigner(deps)),
    ),
  ])
  return {
    customer,
    kind,
    rows: page.data,
    next: page.pagination.nextCursor,
    isFirst,
    /** The first day of the activity to list. */
    sinceDay: since?.day ?? null,
    home,
    customerUrl: `${home}/customers/${id}`,
    /** Of the list that the customer was opened from. */
    listQuery: listQuery.toString(),
    workspace: membership.name,
  }
})

type ActivityPageData = Awaited<ReturnType<typeof loader>>

const titleOf = ({ customer, kind }: ActivityPageData) =>
  messages.activityOf({ kind: messages[kind], name: customerName(customer) })

export const meta = ({ loaderData }: { loaderData?: ActivityPageData }) =>
  loaderData
    ? [{ title: customersMessages.titleOf({ page: titleOf(loaderData), workspace: loaderData.workspace }) }]
    : []

/** Lists all requests, votes or comments of a customer, newest first. */
export default function CustomerActivityPage({ loaderData }: { loaderData: ActivityPageData }) {
  const { customer, kind, home, isFirst, customerUrl, listQuery, sinceDay } = loaderData
  const { rows, next, isLoading, load } = useLoadedPages<CustomerRequest | CustomerComment>(loaderData)
  const clock = useRouteLoaderData<{ now: string; zone: string }>('root')!
  const allUrl = `${customerUrl}/activity/${kind}`
  const nextUrl =
    next &&
    `${allUrl}?${new URLSearchParams([...new URLSearchParams(listQuery), ...(sinceDay ? [['from', sinceDay]] : []), ['after', next]])}`
  return (
    <article className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <Link to={`${customerUrl}${listQuery && `?${listQuery}`}`} className="page-head-back self-start">
          <ArrowLeft size={16} aria-hidden />
          <bdi>{customerName(customer)}</bdi>
        </Link>
        <h1 dir="auto">{titleOf(loaderData)}</h1>
        {sinceDay && (
          <p className="flex gap-x-3 text-13 text-muted">
            {messages.since({ day: formatCalendarDate(sinceDay) })}
            <Link className="text-link" to={`${allUrl}${listQuery && `?${listQuery}`}`}>
              {messages.viewAll({ count: customer[kind] })}
            </Link>
          </p>
        )}
      </header>
      <Card flush>
        <Rows label={messages[kind]}>
          {rows.map((row) =>
            'body' in row ? (
              <CommentRow key={row.id} row={row} home={home} clock={clock} />
            ) : (
              <RequestRow key={row.id} row={row} home={home} clock={clock} />
            ),
          )}
        </Rows>
        <LoadMore
          to={nextUrl}
          {...(isFirst && !sinceDay && { shown: messages.shownOf({ shown: rows.length, count: customer[kind] }) })}
          busy={isLoading}
          onLoad={() => nextUrl && load(nextUrl)}
        />
      </Card>
    </article>
  )
}
