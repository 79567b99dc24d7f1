import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { uiMessages } from '../messages.ts'

interface SearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  name?: string
  defaultValue?: string
  /** URL of the page without the search. */
  clearTo: string
  size?: 'sm'
  maxLength?: number
}

/** The search field of a list, inside a `FilterBar`; the / key focuses it. */
export function SearchField({
  label,
  name = 'search',
  defaultValue = '',
  clearTo,
  size,
  maxLength = 200,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => input.current?.select() })
  return (
    <span className="input input-group search" data-size={size}>
      <Search aria-hidden="true" />
      <input
        // A new key shows the search of a link or the back button.
        key={defaultValue}
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        defaultValue={defaultValue}
        maxLength={maxLength}
        autoComplete="off"
      />
      {defaultValue && (
        <Link className="input-clear" to={clearTo} aria-label={uiMessages.clear} preventScrollReset>
          <X aria-hidden="true" />
        </Link>
      )}
    </span>
  )
}
