import { Download, Ellipsis, Plus, Users, UserX } from 'lucide-react'
import { Form, type ShouldRevalidateFunctionArgs, useOutlet, useParams } from 'react-router'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { loaderFor } from '#server/console/handlers.ts'
import { countCustomers, listCustomers } from '#server/customers/list.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { getCustomerUsage } from '#server/customers/tracking/usage.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Count } from '../../../ui/data/badge.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SplitView } from '../../../ui/layout/split-view.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { Menu, MenuLink } from '../../../ui/overlays/menu.tsx'
import { bulkRemovalMessages } from '../../messages/bulk-removal.ts'
import { customersMessages as messages } from '../../messages/customers.ts'
import { CustomerRows, CustomerTable } from './customer-table.tsx'
import { CustomerFilters } from './filters.tsx'
import { formatCustomerListQuery, parseCustomerListQuery } from './list-query.ts'
import { PlanUsage } from './plan-usage.tsx'
import { useLoadedPages } from './use-loaded-pages.ts'

export const loader = loaderFor.member(async ({ scope, url, home, deps, membership }) => {
  const query = parseCustomerListQuery(url.searchParams)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [page, total, usage] = await Promise.all([
    listCustomers(scope, { ...query, cursor }, getCursorSigner(deps)),
    countCustomers(scope),
    getCustomerUsage(scope, deps.settings.trackedCustomerCaps),
  ])
  return {
    rows: page.data,
    next: page.pagination.nextCursor,
    found: page.found,
    query,
    isFirst: cursor === undefined,
    /** All customers, including those who do not count toward the plan. */
    total,
    usage,
    home: `${home}/customers`,
    workspace: membership.name,
    can: customersCan(scope.actor),
  }
})

type CustomerListData = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: CustomerListData }) =>
  loaderData ? [{ title: messages.titleOf({ page: messages.title, workspace: loaderData.workspace }) }] : []

/** Keeps the list when only the customer open beside it changes. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, ...rest }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && currentUrl.search === nextUrl.search && currentUrl.pathname !== nextUrl.pathname
    ? false
    : rest.defaultShouldRevalidate

export default function Customers({ loaderData }: { loaderData: CustomerListData }) {
  const { home, can, total, usage, query, isFirst, found } = loaderData
  const detail = useOutlet()
  const { id: openId } = useParams()
  const { rows, next, isLoading, load } = useLoadedPages(loaderData)
  const search = formatCustomerListQuery(query)
  const nextPage = next && `${home}${formatCustomerListQuery(query, next)}`
  const isAll = query.search === '' && query.filter === 'all'
  const List = detail ? CustomerRows : CustomerTable
  const list = (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={messages.title}
        marks={total > 0 && usage.max === null && <Count value={total} />}
        actions={
          <>
            {(can.export || can.delete) && total > 0 && !detail && <MoreActions home={home} can={can} query={query} />}
            <LinkButton to={`${home}/new`} look="primary" icon={<Plus aria-hidden />}>
              {messages.add}
            </LinkButton>
          </>
        }
      />
      {total === 0 ? (
        <NoCustomers home={home} />
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <CustomerFilters home={home} query={query} />
            {usage.max !== null && (
              <div className={detail ? 'w-full' : 'w-60 max-lg:w-full'}>
                <PlanUsage {...usage} max={usage.max} />
              </div>
            )}
          </div>
          {found && found.count > 0 && (
            <p className="-mb-2 text-13 text-muted" role="status">
              {(found.isCapped ? messages.foundMore : messages.found)({ count: found.count })}
            </p>
          )}
          {rows.length === 0 ? (
            <NoMatches home={home} query={query} />
          ) : (
            <section className="card" aria-label={messages.list}>
              <List rows={rows} openId={openId} toRow={(id) => `${home}/${id}${search}`} />
              <LoadMore
                to={nextPage}
                shown={isAll && isFirst ? messages.shownOf({ shown: rows.length, count: total }) : undefined}
                busy={isLoading}
                onLoad={() => nextPage && load(nextPage)}
              />
            </section>
          )}
        </>
      )}
    </div>
  )
  return (
    <div className="p-6 max-md:p-4">
      <SplitView list={list} detail={detail} />
    </div>
  )
}

function MoreActions({ home, can, query }: Pick<CustomerListData, 'home' | 'can' | 'query'>) {
  return (
    <Menu label={messages.more} iconOnly icon={<Ellipsis aria-hidden />} align="end">
      {can.export && (
        <Form method="post" action={`${home}/export`} reloadDocument>
          <input type="hidden" name="intent" value="export" />
          <input type="hidden" name="query" value={formatCustomerListQuery(query)} />
          <button type="submit" className="menu-item">
            <Download aria-hidden />
            {messages.export}
          </button>
        </Form>
      )}
      {can.delete && (
        <MenuLink to={`${home}/bulk-removal`} icon={<UserX aria-hidden />}>
          {bulkRemovalMessages.title}
        </MenuLink>
      )}
    </Menu>
  )
}

function NoCustomers({ home }: { home: string }) {
  return (
    <EmptyState
      icon={<Users />}
      title={messages.none.title}
      actions={<LinkButton to={`${home}/new`}>{messages.add}</LinkButton>}
    >
      {messages.none.text}
    </EmptyState>
  )
}

function NoMatches({ home, query: { search, filter } }: Pick<CustomerListData, 'home' | 'query'>) {
  return (
    <EmptyState
      icon={<Users />}
      title={messages.notFound.title}
      actions={<LinkButton to={home}>{messages.notFound.clear}</LinkButton>}
    >
      {search === '' ? messages.notFound[filter] : messages.notFound.search({ text: search })}
    </EmptyState>
  )
}
