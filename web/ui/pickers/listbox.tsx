import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { uiMessages } from '../messages.ts'

export interface ListboxOption {
  value: string
  label: string
  note?: string
  /** Extra search terms. */
  keywords?: string
  icon?: ReactNode
  /** Options of one group are listed under its name. */
  group?: string
  /** Stays below the others of its group, such as an option that shows all results. */
  isLast?: boolean
}

/** Handles the keyboard of a text field with a list of options below it (an ARIA combobox). */
export function useListbox(options: ListboxOption[], onSelect: (option: ListboxOption) => void) {
  const id = useId()
  const [at, setAt] = useState(0)
  const active = Math.min(at, options.length - 1)
  const go = (to: number) => {
    setAt((to + options.length) % options.length)
    document.getElementById(`${id}-${(to + options.length) % options.length}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    if (event.nativeEvent.isComposing || options.length === 0) return
    if (to !== undefined) go(to)
    else if (event.key === 'Enter') onSelect(options[active]!)
    else return
    event.preventDefault()
  }
  const isOpen = options.length > 0
  const input = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
    autoComplete: 'off',
    onKeyDown,
  } as const
  return { id, active, input, toFirst: () => setAt(0) }
}

interface ListboxOptionsProps {
  id: string
  options: ListboxOption[]
  active: number
  isSelected?: (option: ListboxOption) => boolean
  onSelect: (option: ListboxOption) => void
  /** The number of all results of a group, as text. */
  counts?: Record<string, string>
  /** Shown below the list, or instead of an empty one. */
  note?: ReactNode
}

export function ListboxOptions({ id, options, active, isSelected, onSelect, counts = {}, note }: ListboxOptionsProps) {
  return (
    <div className="options">
      {options.length > 0 && (
        <div role="listbox" id={id} aria-label={uiMessages.suggestions} tabIndex={-1}>
          {options.map((option, at) => (
            <div key={option.value} className="contents" role="presentation">
              {option.group && option.group !== options[at - 1]?.group && (
                <div className="option-group" role="presentation">
                  <span>{option.group}</span>
                  {counts[option.group] && <span className="option-group-count">{counts[option.group]}</span>}
                </div>
              )}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which refers to the active option */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text field */}
              <div
                role="option"
                id={`${id}-${at}`}
                className="option"
                data-active={at === active ? '' : undefined}
                aria-selected={isSelected?.(option) ?? at === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onSelect(option)}
              >
                {option.icon}
                <span className="option-label">{option.label}</span>
                {option.note && <span className="option-note">{option.note}</span>}
              </div>
            </div>
          ))}
        </div>
      )}
      {note && <div className="options-note">{note}</div>}
    </div>
  )
}
