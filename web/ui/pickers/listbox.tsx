import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { uiMessages } from '../messages.ts'

export interface ListboxOption {
  value: string
  label: string
  note?: string
  icon?: ReactNode
  /** Picks of one group stand under its name. */
  group?: string
}

/** The keys of a text field with a list of picks below it (a combobox in the words of ARIA). */
export function useListbox(picks: ListboxOption[], onPick: (pick: ListboxOption) => void) {
  const id = useId()
  const [at, setAt] = useState(0)
  const active = Math.min(at, picks.length - 1)
  const go = (to: number) => {
    setAt((to + picks.length) % picks.length)
    document.getElementById(`${id}-${(to + picks.length) % picks.length}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    if (event.nativeEvent.isComposing || picks.length === 0) return
    if (to !== undefined) go(to)
    else if (event.key === 'Enter') onPick(picks[active]!)
    else return
    event.preventDefault()
  }
  const isOpen = picks.length > 0
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
  isSelected?: (pick: ListboxOption) => boolean
  onSelect: (pick: ListboxOption) => void
  /** In place of the list when it is empty, or below it. */
  note?: ReactNode
}

export function ListboxOptions({
  id,
  options: picks,
  active,
  isSelected: isChosen,
  onSelect: onPick,
  note,
}: ListboxOptionsProps) {
  return (
    <div className="options">
      {picks.length > 0 && (
        <div role="listbox" id={id} aria-label={uiMessages.suggestions} tabIndex={-1}>
          {picks.map((pick, at) => (
            <div key={pick.value} className="contents" role="presentation">
              {pick.group && pick.group !== picks[at - 1]?.group && (
                <div className="option-group" role="presentation">
                  {pick.group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points here */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
              <div
                role="option"
                id={`${id}-${at}`}
                className="option"
                data-active={at === active ? '' : undefined}
                aria-selected={isChosen?.(pick) ?? at === active}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onPick(pick)}
              >
                {pick.icon}
                <span className="option-label">{pick.label}</span>
                {pick.note && <span className="option-note">{pick.note}</span>}
              </div>
            </div>
          ))}
        </div>
      )}
      {note && <div className="options-note">{note}</div>}
    </div>
  )
}
