import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDraftValue } from '../forms/drafts/draft-context.ts'
import { FieldNotes, useFieldState } from '../forms/field.tsx'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { uiMessages } from '../messages.ts'
import { type ListboxOption, ListboxOptions, useListbox } from './listbox.tsx'
import type { SearchPickerProps } from './search-picker.tsx'

type ComboboxProps = Omit<SearchPickerProps, 'children'>

export function Combobox(props: ComboboxProps) {
  const { name, label, help, multiple, placeholder, defaultOptions = [] } = props
  const state = useFieldState(name, { help })
  const [selected, setSelected] = useState(defaultOptions)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { options: found, isSearching } = useRemoteOptions(props.loadUrl, text, isOpen)
  const options = isOpen ? found.filter((option) => !selected.some(({ value }) => value === option.value)) : []
  const select = (next: ListboxOption[]) => {
    setSelected(next)
    setText('')
    props.onChange?.(next)
    // Tells the form that it has changed.
    input.current?.form?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const add = (option: ListboxOption) => {
    select(multiple ? [...selected, option] : [option])
    setOpen(multiple === true)
  }
  useDraftValue(name, selected, select)
  const listbox = useListbox(options, add)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isOpen) event.preventDefault()
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Backspace' && text === '') select(selected.slice(0, -1))
    else if (event.key === 'Enter' && text !== '') event.preventDefault()
    listbox.input.onKeyDown(event)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={state.id}>
        {label}
      </label>
      <div className="picker">
        <div className="input picker-box">
          <Search aria-hidden="true" />
          <Chips
            name={name}
            selected={selected}
            onRemove={(option) => select(selected.filter((other) => other !== option))}
          />
          <input
            {...listbox.input}
            ref={input}
            id={state.id}
            aria-describedby={state.describedBy}
            aria-invalid={state.isInvalid || undefined}
            placeholder={selected.length > 0 && !multiple ? undefined : placeholder}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setOpen(true)
              listbox.toFirst()
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
        </div>
        {isOpen && (
          <ListboxOptions
            {...listbox}
            options={options}
            onSelect={add}
            isSelected={() => false}
            note={noteFor(options, isSearching)}
          />
        )}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen && !isSearching ? uiMessages.results({ count: options.length }) : ''}
      </span>
      <FieldNotes control={state} help={help} />
    </div>
  )
}

function Chips({
  name,
  selected,
  onRemove,
}: {
  name: string
  selected: ListboxOption[]
  onRemove: (option: ListboxOption) => void
}) {
  return selected.map((option) => (
    <span key={option.value} className="chip">
      <input type="hidden" name={name} value={option.value} />
      <span title={option.label}>{option.label}</span>
      <button type="button" aria-label={uiMessages.remove({ item: option.label })} onClick={() => onRemove(option)}>
        <X aria-hidden="true" />
      </button>
    </span>
  ))
}

const noteFor = (options: ListboxOption[], isSearching: boolean) => {
  if (options.length > 0) return null
  return isSearching ? uiMessages.searching : uiMessages.nothingFound
}

/** Loads the options that match the text, after a pause in typing. */
export function useRemoteOptions(loadUrl: string, text: string, isOpen: boolean) {
  const fetcher = useFetcher<{ picks: ListboxOption[]; counts?: Record<string, string> }>()
  const searchText = useDebouncedValue(text.trim())
  const loadedUrl = useRef('')
  useEffect(() => {
    const url = `${loadUrl}${loadUrl.includes('?') ? '&' : '?'}search=${encodeURIComponent(searchText)}`
    if (!isOpen || loadedUrl.current === url) return
    loadedUrl.current = url
    fetcher.load(url)
  }, [loadUrl, searchText, isOpen, fetcher])
  const isSearching = fetcher.state !== 'idle' || searchText !== text.trim() || fetcher.data === undefined
  return { options: fetcher.data?.picks ?? [], counts: fetcher.data?.counts ?? {}, isSearching }
}
