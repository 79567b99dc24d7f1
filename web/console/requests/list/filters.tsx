import { Form, useNavigate } from 'react-router'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { SegmentLinks, Tabs } from '../../../ui/layout/tabs.tsx'
import { stageLabels } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { formatListFilter, type RequestListFilter } from './list-filter.ts'
import type { RequestListData } from './page.tsx'

type FilterProps = Pick<RequestListData, 'filter' | 'counts' | 'tabCounts'> & { listUrl: string }

/** The sort orders; the first is the default, which a URL does not name. */
const sortsOf = (search: string | undefined) =>
  search ? (['relevance', 'newest', 'votes', 'active'] as const) : (['newest', 'votes', 'active'] as const)

/** Tabs of the stages, with the number of requests that the other filters leave in each. */
export function StageTabs({ filter, tabCounts, listUrl }: Omit<FilterProps, 'counts'>) {
  const tab = (stage: keyof typeof stageLabels | undefined, text: string, count: number | undefined) => ({
    to: `${listUrl}${formatListFilter({ ...filter, stage })}`,
    text,
    current: filter.stage === stage,
    ...(count !== undefined && { count, isMore: count > 0 && tabCounts?.isCapped === true }),
  })
  const stages = Object.entries(stageLabels) as [keyof typeof stageLabels, string][]
  return (
    <Tabs
      label={messages.stages}
      tabs={[
        tab(undefined, messages.all, tabCounts?.total),
        ...stages.map(([stage, text]) => tab(stage, text, tabCounts?.byStage[stage])),
      ]}
    />
  )
}

export function RequestFilters({ filter, counts, listUrl }: Omit<FilterProps, 'tabCounts'>) {
  const navigate = useNavigate()
  const show = (change: RequestListFilter, replace = false) =>
    navigate(`${listUrl}${formatListFilter({ ...filter, ...change })}`, { replace, preventScrollReset: true })
  return (
    <div className="toolbar">
      <Form
        method="get"
        action={listUrl}
        className="toolbar grow basis-80"
        role="search"
        aria-label={messages.filters}
        onSubmit={(event) => {
          event.preventDefault()
          show(Object.fromEntries(new FormData(event.currentTarget)) as RequestListFilter)
        }}
      >
        {filter.stage && <input type="hidden" name="stage" value={filter.stage} />}
        {filter.unanswered && <input type="hidden" name="unanswered" value={filter.unanswered} />}
        {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
        <LiveSearchField
          label={messages.search}
          value={filter.search ?? ''}
          onSearch={(search) => show({ search }, true)}
        />
        {counts.boards.length > 1 && (
          <Select
            name="board"
            aria-label={messages.board}
            value={filter.board ?? ''}
            onChange={(event) => show({ board: event.target.value })}
            options={[
              { value: '', label: messages.allBoards },
              ...counts.boards.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <noscript>
          <button type="submit" className="button">
            {messages.apply}
          </button>
        </noscript>
      </Form>
      <SegmentLinks
        label={messages.replies}
        tabs={[
          {
            to: `${listUrl}${formatListFilter({ ...filter, unanswered: filter.unanswered ? undefined : '1' })}`,
            text: messages.unanswered,
            current: filter.unanswered !== undefined,
          },
        ]}
      />
      <SegmentLinks
        label={messages.sortBy}
        tabs={sortsOf(filter.search).map((sort, index) => ({
          to: `${listUrl}${formatListFilter({ ...filter, sort: index === 0 ? undefined : sort })}`,
          text: messages.sorts[sort],
          current: filter.sort === undefined ? index === 0 : filter.sort === sort,
        }))}
      />
    </div>
  )
}
