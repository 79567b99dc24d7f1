import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { focusFirst } from '../lib/focus.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { uiMessages } from '../messages.ts'

interface LiveSearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  name?: string
  /** The search text in the URL. */
  value: string
  onSearch: (text: string) => void
  maxLength?: number
}

// With a shorter delay, fast typing would search after every letter.
const searchDelayMs = 250

/** Searches while the person types; the / key focuses it. Its form works without JavaScript. */
export function LiveSearchField({ label, name = 'search', value, onSearch, maxLength = 200 }: LiveSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [searched, setSearched] = useState(value)
  // Follows searches by a link or the back button. Ignores the field's own searches: the person may have typed on since.
  if (value.trim() !== searched.trim()) {
    setSearched(value)
    setText(value)
  }
  // What had the focus when / was pressed; Escape returns to it.
  const origin = useRef<Element>(null)
  useShortcuts({
    '/': () => {
      origin.current = document.activeElement
      input.current?.select()
    },
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string) => {
    setSearched(next)
    onSearch(next)
  }
  const clear = () => {
    setText('')
    clearTimeout(timer.current)
    search('')
    input.current?.focus()
  }
  const restoreFocus = () => focusFirst(origin.current)
  return (
    <span className="input input-group search">
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(target.value), searchDelayMs)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (text === '') restoreFocus()
          else clear()
        }}
        maxLength={maxLength}
        autoComplete="off"
      />
      {text !== '' && (
        <button type="button" className="input-clear" aria-label={uiMessages.clear} onClick={clear}>
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
