import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { SearchPicker } from '../../../ui/pickers/search-picker.tsx'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import { formatListFilter } from '../list/list-filter.ts'
import type { EditorProps } from './editor.tsx'
import { daysOf } from './fields.tsx'

export function CustomerField({ home, customer, onPick }: EditorProps & { onPick: (form: HTMLFormElement) => void }) {
  const field = useRef<HTMLDivElement>(null)
  // The hidden field of the choice is rendered after the change.
  const apply = () => requestAnimationFrame(() => field.current && onPick(field.current.closest('form')!))
  return (
    <div ref={field} className="filter-fields">
      <SearchPicker
        name="customer"
        label={messages.fields.customer}
        help={messages.customerHelp}
        placeholder={messages.anyCustomer}
        loadUrl={`${home}/requests/customers`}
        {...(customer && { defaultOptions: [customer] })}
        onChange={apply}
      >
        {customer && <input type="hidden" name="customer" value={customer.value} />}
      </SearchPicker>
    </div>
  )
}

const presets = [7, 30, 90]

interface DayParams {
  from: 'from' | 'votedFrom'
  to: 'to' | 'votedTo'
}

/** The first and the last day of a period, which are the parameters `from` and `to` of the URL. */
export function DayFields({ filter, home, from, to }: EditorProps & DayParams) {
  const id = useId()
  const days = daysOf(filter[from])
  return (
    <>
      {presets.map((preset) => (
        <Link
          key={preset}
          className="menu-item"
          to={`${home}/requests${formatListFilter({ ...filter, [from]: `${preset}d`, [to]: undefined })}`}
          aria-current={days === preset && filter[to] === undefined ? 'true' : undefined}
          preventScrollReset
        >
          {messages.lastDays({ days: preset })}
        </Link>
      ))}
      <div className="filter-fields" data-columns="">
        <label htmlFor={`${id}-from`}>
          {messages.from}
          <input
            id={`${id}-from`}
            type="date"
            name={from}
            className="input"
            defaultValue={days === null ? filter[from] : undefined}
          />
        </label>
        <label htmlFor={`${id}-to`}>
          {messages.to}
          <input id={`${id}-to`} type="date" name={to} className="input" defaultValue={filter[to]} />
        </label>
      </div>
    </>
  )
}

export function VoteFields({ filter }: EditorProps) {
  const id = useId()
  const fields = [
    { name: 'minVotes', label: messages.atLeast },
    { name: 'maxVotes', label: messages.atMost },
  ] as const
  return (
    <div className="filter-fields" data-columns="">
      {fields.map(({ name, label }) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          {label}
          <input
            id={`${id}-${name}`}
            type="number"
            min={0}
            inputMode="numeric"
            name={name}
            className="input"
            defaultValue={filter[name]}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.form?.requestSubmit()}
          />
        </label>
      ))}
    </div>
  )
}
