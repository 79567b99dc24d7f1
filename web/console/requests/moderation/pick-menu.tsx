import { type KeyboardEvent, type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Kbd } from '../../../ui/data/badge.tsx'
import { focusFirst, focusOnOpen } from '../../../ui/lib/focus.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'

export interface PickOption {
  value: string
  label: ReactNode
  icon?: ReactNode
  note?: ReactNode
  isCurrent?: boolean
}

interface PickMenuProps {
  /** The key that opens the menu. */
  shortcut: string
  /** The text of the button. */
  children: ReactNode
  icon?: ReactNode
  /** Names the list for screen readers. */
  label: string
  options: PickOption[]
  /** The first digit that stands for an option. Default: 1. */
  firstDigit?: number
  /** Whether a digit only moves to its option and Enter picks it, for options that people read before they choose. */
  confirms?: boolean
  /** The form that the options submit. */
  form: { action: string; intent: PendingStageChange['intent']; name: string; fields: Record<string, string> }
  onPick: (value: string) => void
  /** Below the options, or instead of them. */
  footer?: ReactNode
}

/** The id of the button that opens a menu, for its shortcut. */
export const pickButtonId = (shortcut: string): string => `pick-${shortcut}`

/** A button that opens a list of options. Digits and arrow keys choose; without script, each option submits a form. */
export function PickMenu({ shortcut, children, icon, label, options, firstDigit = 1, form, ...props }: PickMenuProps) {
  const { confirms = false, onPick, footer } = props
  const menu = useRef<HTMLDivElement>(null)
  const id = `${pickButtonId(shortcut)}-menu`
  const itemsOf = () => [...(menu.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [])]
  const initial = Math.max(
    options.findIndex(({ isCurrent }) => isCurrent),
    0,
  )
  const [isOpen, setOpen] = useState(false)
  // Options that load after the menu has opened take the focus from its footer.
  useEffect(() => {
    const hasFocus = menu.current?.querySelector('form')?.contains(document.activeElement)
    if (isOpen && !hasFocus) focusFirst(menu.current?.querySelectorAll('.menu-item')[initial])
  }, [isOpen, options.length, initial])
  const pick = (value: string) => {
    menu.current?.hidePopover()
    onPick(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf()
    const current = items.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: current + 1, j: current + 1, ArrowUp: current - 1, k: current - 1, Home: 0, End: -1 }[
      event.key
    ]
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) - firstDigit : -1
    const option = options[digit]
    if (target !== undefined) items.at(target % items.length)?.focus()
    else if (option && confirms) items[digit]?.focus()
    else if (option) pick(option.value)
    else return
    event.preventDefault()
  }
  const onToggle = ({ newState }: ToggleEvent) => setOpen(newState === 'open')
  return (
    <>
      <Button
        id={pickButtonId(shortcut)}
        size="sm"
        popoverTarget={id}
        aria-keyshortcuts={shortcut}
        aria-expanded={isOpen}
        icon={icon}
      >
        {children}
        <span className="review-key" aria-hidden>
          <Kbd>{shortcut}</Kbd>
        </span>
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no popover look, and this is a list of buttons */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="menu-list review-menu"
        onKeyDown={onKeyDown}
        onToggle={onToggle}
      >
        <Form
          method="post"
          action={form.action}
          onSubmit={(event) => {
            event.preventDefault()
            pick(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).value)
          }}
        >
          <input type="hidden" name="intent" value={form.intent} />
          {Object.entries(form.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {options.map((option, index) => (
            <button
              key={option.value}
              ref={index === initial ? focusOnOpen : null}
              type="submit"
              name={form.name}
              value={option.value}
              className="menu-item"
              aria-pressed={option.isCurrent}
            >
              {option.icon}
              <span className="review-menu-label">{option.label}</span>
              {option.note && <span className="review-menu-note">{option.note}</span>}
              {index + firstDigit <= 9 && (
                <span className="review-key" aria-hidden>
                  <Kbd>{index + firstDigit}</Kbd>
                </span>
              )}
            </button>
          ))}
        </Form>
        {footer}
      </div>
    </>
  )
}
