import { useLocation, useParams, useRouteLoaderData } from 'react-router'
import { Rows } from '../../../ui/data/list-row.tsx'
import { LoadMore } from '../../../ui/data/load-more.tsx'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { describeShown, requestListMessages as messages } from '../../messages/requests/list.ts'
import { applyPendingChanges, type PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import { useStageChanges } from '../stage-changes/use-stage-changes.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { RequestFilters, StageTabs } from './filters.tsx'
import { formatListFilter } from './list-filter.ts'
import { ActionErrorNotice, EmptyRequestList, RequestListFooter, RequestListHeader } from './list-sections.tsx'
import type { RequestListData } from './page.tsx'
import { RequestRow } from './request-row.tsx'
import { StageMenu } from './stage-menu.tsx'
import { useFocusAfterDetail } from './use-focus-after-detail.ts'
import { useIsWideScreen } from './use-is-wide-screen.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLoadedRows } from './use-loaded-rows.tsx'
import { useSelection } from './use-selection.ts'

/** The list with its filters; `isBeside` when a request is open beside it. */
export function RequestList(props: RequestListData & { isBeside: boolean }) {
  const { home, filter, counts, can, isBeside } = props
  const list = `${home}/requests`
  const query = formatListFilter(filter)
  const here = useLocation()
  const openId = useParams().id
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const addressOf = (id: string) => `${list}/${id}${query}`
  const partOf = (cursor: string) => `${list}${query}${query ? '&' : '?'}after=${encodeURIComponent(cursor)}`

  const loaded = useLoadedRows(props, partOf)
  const moves = useStageChanges(list)
  const rows = loaded.rows
    .map((row) => applyPendingChanges(row, moves.pending))
    .filter(({ stage }) => filter.stage === undefined || stage === filter.stage)
  const ids = rows.map(({ id }) => id)
  const selection = useSelection(ids)
  const keys = useListKeys({
    ids,
    openId,
    addressOf,
    onSelect: selection.toggle,
    onClear: selection.selected.size > 0 ? selection.clear : undefined,
  })
  useShortcuts(can.triage ? { z: moves.undoLast } : {})
  useFocusAfterDetail(openId, ids)
  const staysInPlace = useIsWideScreen() && isBeside

  const next = `${here.pathname}${here.search}`
  const move = (wanted: string[], how: Pick<PendingStageChange, 'intent' | 'stage'>) => {
    selection.clear()
    moves.send({ ids: wanted, next, ...how })
  }
  const total = filter.board || filter.search ? null : filter.stage ? counts.byStage[filter.stage] : counts.total
  const isEmpty = rows.length === 0 && loaded.next === null

  return (
    <section className="request-list" aria-label={messages.list}>
      <RequestListHeader {...props} />
      <StageTabs {...props} list={list} />
      <div className="py-3">
        <RequestFilters {...props} list={list} />
      </div>
      <ActionErrorNotice />
      {isEmpty && <EmptyRequestList home={home} filter={filter} isFirst={props.isFirst} total={counts.total} />}
      {rows.length > 0 && (
        <div className="card">
          <Rows label={messages.list}>
            {rows.map((request) => (
              <RequestRow
                key={request.id}
                request={request}
                to={addressOf(request.id)}
                now={now}
                zone={zone}
                can={can}
                isSelected={selection.selected.has(request.id)}
                isActive={keys.active === request.id}
                isOpen={openId === request.id}
                staysInPlace={staysInPlace}
                onSelect={(range) => selection.toggle(request.id, range)}
                onActive={() => keys.setActive(request.id)}
              />
            ))}
          </Rows>
        </div>
      )}
      <LoadMore
        to={loaded.next && partOf(loaded.next)}
        {...(!isEmpty && { shown: describeShown(rows.length, props.isFirst ? total : null) })}
        busy={loaded.isLoading}
        onLoad={loaded.loadMore}
      />
      {can.triage && rows.length > 0 && (
        <>
          <BulkActions
            count={selection.selected.size}
            action={`${list}${query}`}
            next={next}
            onMove={(how) => move([...selection.selected], how)}
            onClear={selection.clear}
          />
          <StageMenu
            request={rows.find(({ id }) => id === keys.active)}
            onPick={(stage) => keys.active && move([keys.active], { intent: 'stage', stage })}
          />
        </>
      )}
      {rows.length > 0 && <RequestListFooter {...props} list={list} />}
      {moves.senders}
      {loaded.loaders}
    </section>
  )
}
