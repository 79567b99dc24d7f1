import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { FieldNotes, useFieldState } from '../forms/field.tsx'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { uiMessages } from '../messages.ts'
import { type ListboxOption, ListboxOptions, useListbox } from './listbox.tsx'
import type { SearchPickerProps } from './search-picker.tsx'

type ComboboxProps = Omit<SearchPickerProps, 'children'>

export function Combobox(props: ComboboxProps) {
  const { name, label, help, multiple, placeholder, defaultOptions: defaultPicks = [] } = props
  const state = useFieldState(name, { help })
  const [chosen, setChosen] = useState(defaultPicks)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { picks, isSearching } = useRemoteOptions(props.loadUrl, text, isOpen)
  const offered = isOpen ? picks.filter((pick) => !chosen.some(({ value }) => value === pick.value)) : []
  const choose = (next: ListboxOption[]) => {
    setChosen(next)
    setText('')
    props.onChange?.(next)
    // So that the form knows that it was changed.
    input.current?.form?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const take = (pick: ListboxOption) => {
    choose(multiple ? [...chosen, pick] : [pick])
    setOpen(multiple === true)
  }
  const listbox = useListbox(offered, take)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isOpen) event.preventDefault()
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Backspace' && text === '') choose(chosen.slice(0, -1))
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
          <Chips name={name} chosen={chosen} onRemove={(pick) => choose(chosen.filter((other) => other !== pick))} />
          <input
            {...listbox.input}
            ref={input}
            id={state.id}
            aria-describedby={state.describedBy}
            aria-invalid={state.isInvalid || undefined}
            placeholder={chosen.length > 0 && !multiple ? undefined : placeholder}
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
            options={offered}
            onSelect={take}
            isSelected={() => false}
            note={noteFor(offered, isSearching)}
          />
        )}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen && !isSearching ? uiMessages.found(offered.length) : ''}
      </span>
      <FieldNotes control={state} help={help} />
    </div>
  )
}

function Chips({
  name,
  chosen,
  onRemove,
}: {
  name: string
  chosen: ListboxOption[]
  onRemove: (pick: ListboxOption) => void
}) {
  return chosen.map((pick) => (
    <span key={pick.value} className="chip">
      <input type="hidden" name={name} value={pick.value} />
      <span title={pick.label}>{pick.label}</span>
      <button type="button" aria-label={uiMessages.remove(pick.label)} onClick={() => onRemove(pick)}>
        <X aria-hidden="true" />
      </button>
    </span>
  ))
}

const noteFor = (offered: ListboxOption[], isSearching: boolean) => {
  if (offered.length > 0) return null
  return isSearching ? uiMessages.searching : uiMessages.nothingFound
}

/** What the address answers to the text, asked again when the text has settled. */
export function useRemoteOptions(loadUrl: string, text: string, isOpen: boolean) {
  const fetcher = useFetcher<{ picks: ListboxOption[] }>()
  const settled = useDebouncedValue(text.trim())
  const asked = useRef('')
  useEffect(() => {
    const url = `${loadUrl}${loadUrl.includes('?') ? '&' : '?'}search=${encodeURIComponent(settled)}`
    if (!isOpen || asked.current === url) return
    asked.current = url
    fetcher.load(url)
  }, [loadUrl, settled, isOpen, fetcher])
  const isSearching = fetcher.state !== 'idle' || settled !== text.trim() || fetcher.data === undefined
  return { picks: fetcher.data?.picks ?? [], isSearching }
}
