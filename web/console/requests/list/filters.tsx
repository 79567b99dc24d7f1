import { Form, useNavigate } from 'react-router'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { SegmentLinks, Tabs } from '../../../ui/layout/tabs.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { stageWords } from '../../../ui/messages.ts'
import { requestList as words } from '../../messages/requests/list.ts'
import { type ListFilter, queryOf } from './list-filter.ts'
import type { ListData } from './page.tsx'

type FilterProps = Pick<ListData, 'filter' | 'counts'> & { list: string }

const sorts = ['newest', 'votes', 'active'] as const

/** Stages with their counts; the counts are those of the whole workspace and stand only where it is shown. */
export function StageTabs({ filter, counts, list }: FilterProps) {
  const isWhole = !filter.board && !filter.search
  const tab = (stage: keyof typeof stageWords | undefined, text: string, count: number) => ({
    to: `${list}${queryOf({ ...filter, stage })}`,
    text,
    current: filter.stage === stage,
    ...(isWhole && { count }),
  })
  const stages = Object.entries(stageWords) as [keyof typeof stageWords, string][]
  return (
    <Tabs
      label={words.stages}
      tabs={[
        tab(undefined, words.all, counts.total),
        ...stages.map(([stage, text]) => tab(stage, text, counts.byStage[stage])),
      ]}
    />
  )
}

export function Filters({ filter, counts, list }: FilterProps) {
  const navigate = useNavigate()
  const show = (change: ListFilter, replace = false) =>
    navigate(`${list}${queryOf({ ...filter, ...change })}`, { replace, preventScrollReset: true })
  return (
    <div className="toolbar">
      <Form
        method="get"
        action={list}
        className="toolbar grow basis-80"
        role="search"
        aria-label={words.filters}
        onSubmit={(event) => {
          event.preventDefault()
          show(Object.fromEntries(new FormData(event.currentTarget)) as ListFilter)
        }}
      >
        {filter.stage && <input type="hidden" name="stage" value={filter.stage} />}
        {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
        <LiveSearchField
          label={words.search}
          value={filter.search ?? ''}
          onSearch={(search) => show({ search }, true)}
        />
        {counts.boards.length > 1 && (
          <Select
            name="board"
            aria-label={words.board}
            value={filter.board ?? ''}
            onChange={(event) => show({ board: event.target.value })}
            options={[
              { value: '', label: words.allBoards },
              ...counts.boards.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <noscript>
          <button type="submit" className="button">
            {words.apply}
          </button>
        </noscript>
      </Form>
      <SegmentLinks
        label={words.sortBy}
        tabs={sorts.map((sort) => ({
          to: `${list}${queryOf({ ...filter, sort: sort === 'newest' ? undefined : sort })}`,
          text: words.sorts[sort],
          current: (filter.sort ?? 'newest') === sort,
        }))}
      />
    </div>
  )
}
