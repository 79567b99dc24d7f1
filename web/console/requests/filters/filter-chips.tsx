import { X } from 'lucide-react'
import { Link } from 'react-router'
import { filterMessages as messages } from '../../messages/requests/filters.ts'
import { formatListFilter } from '../list/list-filter.ts'
import { editorId } from './editor-id.ts'
import { describeField, type FieldName, type FilterData, filterFields, isSwitch, withoutField } from './fields.tsx'

/** The active filters: each opens its editor, and can be removed. */
export function FilterChips({ active, ...props }: FilterData & { home: string; active: FieldName[] }) {
  const { filter, home } = props
  const listUrl = `${home}/requests`
  return (
    <ul className="filter-chips" aria-label={messages.active}>
      {active.map((name) => (
        <li key={name} className="filter-chip">
          <Chip {...props} name={name} />
          <Link
            to={`${listUrl}${formatListFilter(withoutField(filter, name))}`}
            aria-label={messages.remove({ field: messages.fields[name] })}
            preventScrollReset
          >
            <X aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="filter-clear"
          to={`${listUrl}${formatListFilter({ search: filter.search, sort: filter.sort })}`}
          preventScrollReset
        >
          {messages.clear}
        </Link>
      </li>
    </ul>
  )
}

function Chip({ name, ...data }: FilterData & { name: FieldName }) {
  const { icon: Icon } = filterFields[name]
  const [field, value] = [messages.fields[name], describeField(data, name)]
  if (isSwitch(name)) {
    return (
      <span>
        <Icon aria-hidden />
        {value}
      </span>
    )
  }
  return (
    <button type="button" popoverTarget={editorId(name)} aria-haspopup="dialog">
      <Icon aria-hidden />
      <span className="filter-chip-field">{messages.chip({ field })}</span>
      <span className="truncate" dir="auto">
        {value}
      </span>
    </button>
  )
}
