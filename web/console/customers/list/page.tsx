import { Download, Plus, Users } from 'lucide-react'
import { Form, type ShouldRevalidateFunctionArgs, useOutlet, useParams } from 'react-router'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { loads } from '#server/console/handlers.ts'
import { customersListed, customersPage } from '#server/customers/list.ts'
import { customersCan } from '#server/customers/permissions.ts'
import { customerUse } from '#server/customers/tracking/usage.ts'
import { Count } from '../../../ui/data/badge.tsx'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Split } from '../../../ui/layout/split-view.tsx'
import { customers as words } from '../../messages/customers.ts'
import { CustomerRows, CustomerTable } from './customer-table.tsx'
import { Filters } from './filters.tsx'
import { PlanUse } from './plan-usage.tsx'
import { listQuery, queryText } from './list-query.ts'
import { usePages } from './use-loaded-pages.ts'

export const loader = loads.member(async ({ scope, url, home, deps, membership }) => {
  const query = listQuery(url.searchParams)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [page, listed, use] = await Promise.all([
    customersPage(scope, { ...query, cursor }, cursorSigner(deps)),
    customersListed(scope),
    customerUse(scope, deps.settings.trackedCustomerCaps),
  ])
  return {
    rows: page.data,
    next: page.pagination.nextCursor,
    query,
    isFirst: cursor === undefined,
    /** How many there are in all, those who do not count for the plan included. */
    listed,
    use,
    home: `${home}/customers`,
    workspace: membership.name,
    can: { export: customersCan(scope.actor).export },
  }
})

type Loaded = Awaited<ReturnType<typeof loader>>

export const meta = ({ loaderData }: { loaderData?: Loaded }) =>
  loaderData ? [{ title: words.titleOf(words.title, loaderData.workspace) }] : []

/** Another row beside the same list says nothing new about the list. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, ...rest }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined && currentUrl.search === nextUrl.search && currentUrl.pathname !== nextUrl.pathname
    ? false
    : rest.defaultShouldRevalidate

export default function Customers({ loaderData }: { loaderData: Loaded }) {
  const { home, can, listed, use, query, isFirst } = loaderData
  const detail = useOutlet()
  const { id: openId } = useParams()
  const { rows, next, isLoading, load } = usePages(loaderData)
  const search = queryText(query)
  const moreAt = next && `${home}${queryText(query, next)}`
  const isAll = query.search === '' && query.filter === 'all'
  const List = detail ? CustomerRows : CustomerTable
  const list = (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={words.title}
        marks={listed > 0 && use.max === null && <Count value={listed} />}
        actions={
          <>
            {can.export && listed > 0 && !detail && <Export action={`${home}/export`} />}
            <LinkButton to={`${home}/new`} look="primary" icon={<Plus aria-hidden />}>
              {words.add}
            </LinkButton>
          </>
        }
      />
      {listed === 0 ? (
        <NoCustomers />
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <Filters home={home} query={query} />
            {use.max !== null && (
              <div className={detail ? 'w-full' : 'w-60 max-lg:w-full'}>
                <PlanUse {...use} max={use.max} />
              </div>
            )}
          </div>
          {rows.length === 0 ? (
            <NobodyFound home={home} query={query} />
          ) : (
            <section className="card" aria-label={words.list}>
              <List rows={rows} openId={openId} toRow={(id) => `${home}/${id}${search}`} />
              <LoadMore
                to={moreAt}
                shown={isAll && isFirst ? words.shownOf(rows.length, listed) : undefined}
                busy={isLoading}
                onLoad={() => moreAt && load(moreAt)}
              />
            </section>
          )}
        </>
      )}
    </div>
  )
  return (
    <div className="px-6 py-4 max-md:px-4">
      <Split list={list} detail={detail} />
    </div>
  )
}

/** A download: the page stays where it is. */
function Export({ action }: { action: string }) {
  return (
    <Form method="post" action={action} reloadDocument>
      <input type="hidden" name="intent" value="export" />
      <Button type="submit" icon={<Download aria-hidden />}>
        {words.export}
      </Button>
    </Form>
  )
}

function NoCustomers() {
  return (
    <EmptyState icon={<Users />} title={words.none.title}>
      {words.none.text}
    </EmptyState>
  )
}

function NobodyFound({ home, query: { search, filter } }: Pick<Loaded, 'home' | 'query'>) {
  return (
    <EmptyState
      icon={<Users />}
      title={words.notFound.title}
      actions={<LinkButton to={home}>{words.notFound.clear}</LinkButton>}
    >
      {search === '' ? words.notFound[filter] : words.notFound.search(search)}
    </EmptyState>
  )
}
