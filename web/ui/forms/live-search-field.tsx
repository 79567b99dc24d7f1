import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { focusFirst } from '../lib/focus.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { uiMessages } from '../messages.ts'

interface LiveSearchFieldProps {
  /** Read aloud, and shown while it is empty. */
  label: string
  name?: string
  /** What is searched for, by the address. */
  value: string
  onSearch: (text: string) => void
  maxLength?: number
}

// Below this a search would answer to every letter of a fast writer.
const pauseMs = 250

/** A search that answers while one writes; the key / goes to it. Its form works without script. */
export function LiveSearchField({ label, name = 'search', value, onSearch, maxLength = 200 }: LiveSearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [asked, setAsked] = useState(value)
  // Another search by a link or the back button; what was asked from here may have been written on since.
  if (value.trim() !== asked.trim()) {
    setAsked(value)
    setText(value)
  }
  // Where the key was pressed: Escape leads back there.
  const origin = useRef<Element>(null)
  useShortcuts({
    '/': () => {
      origin.current = document.activeElement
      input.current?.select()
    },
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (next: string) => {
    setAsked(next)
    onSearch(next)
  }
  const clear = () => {
    setText('')
    clearTimeout(timer.current)
    ask('')
    input.current?.focus()
  }
  const leave = () => focusFirst(origin.current)
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
          timer.current = setTimeout(() => ask(target.value), pauseMs)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          if (text === '') leave()
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
