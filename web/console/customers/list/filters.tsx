import { Form, useNavigate } from 'react-router'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { LiveSearchField } from '../../../ui/forms/live-search-field.tsx'
import { SegmentLinks } from '../../../ui/layout/tabs.tsx'
import { customersMessages as messages } from '../../messages/customers.ts'
import { type CustomerListFilter, type CustomerListQuery, formatCustomerListQuery } from './list-query.ts'

export function CustomerFilters({ home, query }: { home: string; query: CustomerListQuery }) {
  const { search, filter } = query
  const navigate = useNavigate()
  const find = (text: string) =>
    navigate(`${home}${formatCustomerListQuery({ search: text.trim(), filter })}`, {
      replace: true,
      preventScrollReset: true,
    })
  const tabs = (Object.keys(messages.filters) as CustomerListFilter[]).map((option) => ({
    to: `${home}${formatCustomerListQuery({ search, filter: option })}`,
    text: messages.filters[option],
    current: option === filter,
  }))
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
      <Form
        method="get"
        action={home}
        role="search"
        aria-label={messages.search}
        className="toolbar min-w-0 flex-1 basis-56"
        onSubmit={(event) => {
          event.preventDefault()
          find(String(new FormData(event.currentTarget).get('search') ?? ''))
        }}
      >
        {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
        <LiveSearchField label={messages.search} value={search} onSearch={find} />
        <SubmitWithoutScript>{messages.apply}</SubmitWithoutScript>
      </Form>
      <SegmentLinks label={messages.filter} tabs={tabs} />
    </div>
  )
}
