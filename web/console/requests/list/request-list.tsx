import { memo, Suspense, useState } from 'react'
import { useHref, useLocation, useNavigate, useParams, useRouteLoaderData } from 'react-router'
import { Rows } from '../../../ui/data/list-row.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { useLatestFunctions } from '../../../ui/lib/latest-functions.ts'
import { lazyWithRetry } from '../../../ui/lib/lazy-with-retry.ts'
import { loadOnUse } from '../../../ui/lib/load-on-use.tsx'
import { useSameList } from '../../../ui/lib/use-same-list.ts'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import type { Stage } from '../../../ui/messages.ts'
import { describeFound, describeShown, requestListMessages as messages } from '../../messages/requests/list.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { applyPendingOrganizing } from '../organize/apply-pending.ts'
import {
  preloadRequestPage,
  useDiscardPrefetched,
  useOpenWhenPrefetched,
  usePreloadRequestPage,
} from '../prefetch/use-prefetch.ts'
import { applyPendingChanges } from '../stage-changes/pending-stage-change.ts'
import type { StageChanges } from '../stage-changes/use-stage-changes.tsx'
import type { BulkHandlers, StageChangeInput } from './bulk-actions.tsx'
import { formatListFilter } from './list-filter.ts'
import { ActionErrorNotice, EmptyRequestList, RequestListFooter, RequestListHeader } from './list-sections.tsx'
import type { RequestListData } from './page.tsx'
import { RequestRow, type RowHandlers } from './request-row.tsx'
import type { RowMenu } from './row-menus.tsx'
import { SimilarToSearch } from './similar-to-search.tsx'
import { StageMenu, type StageMenuHandlers } from './stage-menu.tsx'
import { StageTabs } from './stage-tabs.tsx'
import { useFocusAfterDetail } from './use-focus-after-detail.ts'
import { useIsWideScreen } from './use-is-wide-screen.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLoadedRows } from './use-loaded-rows.tsx'
import { useSelection } from './use-selection.ts'

const BulkActions = loadOnUse(async () => (await import('./bulk-actions.tsx')).BulkActions)
const RowMenus = lazyWithRetry(async () => (await import('./row-menus.tsx')).RowMenus)

interface RequestListProps {
  /** Stays the same object while requests are opened beside the list. */
  data: RequestListData
  /** Whether a request is open beside the list. */
  isBeside: boolean
  changes: StageChanges
}

/** The list with its filters. */
export function RequestList({ data, isBeside, changes: stageChanges }: RequestListProps) {
  const { home, filter, counts, can } = data
  const listUrl = `${home}/requests`
  const query = formatListFilter(filter)
  const location = useLocation()
  const openId = useParams().id
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const detailUrl = (id: string) => `${listUrl}/${id}${query}`
  const pageAfter = (cursor: string) => `${listUrl}${query}${query ? '&' : '?'}after=${encodeURIComponent(cursor)}`

  const loaded = useLoadedRows(data, pageAfter)
  const rows = loaded.rows
    .map((row) => applyPendingChanges(row, stageChanges.pending))
    .map((row) => applyPendingOrganizing(row.id, row, stageChanges.pending, data.choices))
    .filter(({ stage }) => filter.stage?.includes(stage) ?? true)
  const ids = rows.map(({ id }) => id)
  const selection = useSelection(ids)
  const isWideScreen = useIsWideScreen()
  const keys = useListKeys({
    isVisible: isWideScreen || !isBeside,
    ids,
    openId,
    detailUrl,
    selected: selection.selected,
    onSelect: selection.toggle,
    onClear: selection.clear,
    onOrganize: (intent) => openMenu(intent),
  })
  const navigate = useNavigate()
  const merge = () => {
    const ids = [...selection.selected].map((id) => ['id', id])
    if (ids.length > 1) navigate(`${listUrl}/merge?${new URLSearchParams(ids)}${query.replace('?', '&')}`)
    else if (keys.active !== undefined) navigate(`${listUrl}/${keys.active}/merge`)
  }
  const selectAll = () => selection.set(selection.selected.size === ids.length ? [] : ids)
  useShortcuts(can.triage ? { z: stageChanges.undoLast, m: merge, X: selectAll } : {})
  useFocusAfterDetail(openId, ids)
  useDiscardPrefetched()
  usePreloadRequestPage()

  const next = `${location.pathname}${location.search}`
  const changeStage = (ids: string[], change: StageChangeInput) => {
    selection.clear()
    stageChanges.send({ ids, next, ...change })
  }
  // A selected row stands for the whole selection, as in other lists.
  const selectedIds = useSameList([...selection.selected])
  const stageMenuIds = keys.active === undefined || selection.selected.has(keys.active) ? selectedIds : [keys.active]
  const stageMenuRequests = useSameList(rows.filter(({ id }) => stageMenuIds.includes(id)))
  const [menu, setMenu] = useState<RowMenu>()
  const openMenu = (name: RowMenu['name'], id = keys.active) => {
    const selected = id === undefined || selection.selected.has(id) || !ids.includes(id)
    const [first] = selection.selected
    const row = id !== undefined && ids.includes(id) ? id : first
    if (row !== undefined) setMenu({ name, rowId: row, ids: selected ? [...selection.selected] : [row] })
  }
  const href = useHref(listUrl)
  const openWhenPrefetched = useOpenWhenPrefetched()
  const handlers = useLatestFunctions<RowHandlers>({
    onOpen: (event, id) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const to = detailUrl(id)
      // Keeps the scroll position when another request is opened beside the list.
      const options = { preventScrollReset: isWideScreen && isBeside, replace: to === `${next}${location.hash}` }
      openWhenPrefetched(event.currentTarget.href, () => navigate(to, options))
    },
    onSelect: selection.toggle,
    onActive: keys.setActive,
    onMenu: (id) => openMenu('actions', id),
  })
  const bulkHandlers = useLatestFunctions<BulkHandlers>({
    onChange: (change) => changeStage(selectedIds, change),
    onMerge: merge,
    onClear: selection.clear,
  })
  const stageMenuHandlers = useLatestFunctions<StageMenuHandlers>({
    onPick: (stage, choice) => changeStage(stageMenuIds, { intent: 'stage', stage, ...choice }),
  })
  const total = totalOf(data)
  const isEmpty = rows.length === 0 && loaded.next === null

  return (
    <section
      className="request-list"
      aria-label={messages.list}
      onPointerEnter={preloadRequestPage}
      onFocus={preloadRequestPage}
    >
      <RequestListHeader {...data} isBeside={isBeside} />
      <ListControls data={data} />
      <ActionErrorNotice />
      {isEmpty && <EmptyRequestList {...data} total={counts.total} />}
      {isEmpty && <SimilarToSearch similar={data.similar} detailUrl={(id) => `${listUrl}/${id}`} />}
      {!isEmpty && data.found && (
        <p className="pb-2 text-13 text-muted" role="status">
          {describeFound(data.found)}
        </p>
      )}
      {rows.length > 0 && (
        <div className="card">
          <Rows label={messages.list}>
            {rows.map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                href={`${href}/${request.id}${query}`}
                now={now}
                zone={zone}
                can={can}
                isSelected={selection.selected.has(request.id)}
                isActive={keys.active === request.id}
                isOpen={openId === request.id}
                handlers={handlers}
              />
            ))}
          </Rows>
        </div>
      )}
      <LoadMore
        to={loaded.next && pageAfter(loaded.next)}
        {...(!isEmpty && { shown: describeShown(rows.length, total, (data.found ?? data.tabCounts)?.isCapped) })}
        busy={loaded.isLoading}
        onLoad={loaded.loadMore}
      />
      {can.triage && rows.length > 0 && (
        <>
          <BulkActions
            count={selection.selected.size}
            action={`${listUrl}${query}`}
            mergeUrl={`${href}/merge`}
            ids={selectedIds}
            home={home}
            notifies={data.notifies.notifiesStages}
            choices={data.choices}
            {...bulkHandlers}
          />
          <StageMenu
            requests={stageMenuRequests}
            home={home}
            notifies={data.notifies.notifiesStages}
            {...stageMenuHandlers}
          />
        </>
      )}
      {menu && (
        <Suspense>
          <RowMenus
            menu={menu}
            requests={rows.filter(({ id }) => menu.ids.includes(id))}
            choices={data.choices}
            onOpen={setMenu}
            onPick={(intent, value) => stageChanges.send({ ids: menu.ids, next, intent, value })}
          />
        </Suspense>
      )}
      {rows.length > 0 && <RequestListFooter {...data} listUrl={listUrl} />}
      {stageChanges.senders}
      {loaded.loaders}
    </section>
  )
}

/** The tabs and filters. Memoized, because opening a request renders the list again, and these stay the same. */
const ListControls = memo(({ data }: Pick<RequestListProps, 'data'>) => (
  <>
    <StageTabs {...data} listUrl={`${data.home}/requests`} />
    <div className="py-3">
      <FilterBar {...data} />
    </div>
  </>
))

/** Returns the number of requests in the list; null on a further page. */
function totalOf({ isFirst, filter, tabCounts, found }: RequestListData): number | null {
  if (!isFirst) return null
  if (found) return found.count
  if (tabCounts === null) return null
  return (
    (filter.stage as Stage[] | undefined)?.reduce((sum, stage) => sum + tabCounts.byStage[stage], 0) ?? tabCounts.total
  )
}
