import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SegmentLinks } from '../../../ui/layout/tabs.tsx'
import { FilterBar } from '../../../ui/layout/toolbar.tsx'
import { customersMessages as messages } from '../../messages/customers.ts'
import { type CustomerListFilter, type CustomerListQuery, formatCustomerListQuery } from './list-query.ts'

export function CustomerFilters({ home, query }: { home: string; query: CustomerListQuery }) {
  const { search, filter } = query
  const tabs = (Object.keys(messages.filters) as CustomerListFilter[]).map((option) => ({
    to: `${home}${formatCustomerListQuery({ search, filter: option })}`,
    text: messages.filters[option],
    current: option === filter,
  }))
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
      <FilterBar label={messages.search} action={home} className="min-w-0 flex-1 basis-56">
        {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
        <SearchField
          label={messages.search}
          defaultValue={search}
          clearTo={`${home}${formatCustomerListQuery({ search: '', filter })}`}
        />
        <SubmitWithoutScript>{messages.apply}</SubmitWithoutScript>
      </FilterBar>
      <SegmentLinks label={messages.filter} tabs={tabs} />
    </div>
  )
}
