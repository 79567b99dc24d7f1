import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SegmentLinks } from '../../../ui/layout/tabs.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { customers as words } from '../../messages/customers.ts'
import { type Filter, type ListQuery, queryText } from './list-query.ts'

export function Filters({ home, query }: { home: string; query: ListQuery }) {
  const { search, filter } = query
  const tabs = (Object.keys(words.filters) as Filter[]).map((one) => ({
    to: `${home}${queryText({ search, filter: one })}`,
    text: words.filters[one],
    current: one === filter,
  }))
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
      <FilterBar label={words.search} action={home} className="min-w-0 flex-1 basis-56">
        {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
        <SearchField
          label={words.search}
          defaultValue={search}
          clearTo={`${home}${queryText({ search: '', filter })}`}
        />
        <SubmitWithoutScript>{words.apply}</SubmitWithoutScript>
      </FilterBar>
      <SegmentLinks label={words.filter} tabs={tabs} />
    </div>
  )
}
