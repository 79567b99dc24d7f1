import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-router'
import { focusOnOpen } from '../../../ui/lib/focus.ts'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { useRenderOnOpen } from '../../../ui/lib/use-render-on-open.ts'
import { factMessages as messages } from '../../messages/requests/organize.ts'

export interface Choice {
  value: string
  label: string
  icon?: ReactNode
  isCurrent: boolean
}

interface ChoiceMenuProps {
  /** The id of the menu, which its button names as `popoverTarget`. */
  id: string
  label: string
  /** The label of the field that finds a choice: in a long list, or where several can be current. */
  findLabel: string
  choices: Choice[]
  /** The name of the field and its intent (organize/actions.ts). */
  intent: string
  /** Fields to send without script. */
  fields: Record<string, string>
  action: string
  onPick: (value: string) => void
  /** Several choices can be current, so the menu stays open. */
  isMultiple?: boolean
  /** Returns the value that creates what the person typed. */
  toNewValue?: ((text: string) => string) | undefined
}

// More than can be seen at a glance.
const maxWithoutFind = 7

/** A menu of choices that can be found by typing. Without script, each choice is a button that submits the form. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { id, label, findLabel, choices, intent, fields, action, onPick, isMultiple, toNewValue } = props
  const menu = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const isHydrated = useHydrated()
  const { isRendered, onBeforeToggle } = useRenderOnOpen()
  const hasFind = isHydrated && (isMultiple || choices.length > maxWithoutFind)
  const found = findChoices(choices, text)
  const toFocus = found.find(({ isCurrent }) => isCurrent && !isMultiple) ?? found[0]
  const name = text.trim()
  const isNew = toNewValue !== undefined && name !== '' && !choices.some((choice) => isSame(choice.label, name))
  const pick = (value: string) => {
    setText('')
    if (isMultiple) menu.current?.querySelector('input')?.focus()
    else menu.current?.hidePopover()
    onPick(value)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, but this contains one
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      className="menu-list choice-menu"
      onKeyDown={moveFocus}
      onBeforeToggle={onBeforeToggle}
      onToggle={({ newState }) => newState === 'closed' && setText('')}
    >
      {isRendered && (
        <Form
          method="post"
          action={action}
          className="choice-menu-form"
          onSubmit={(event) => {
            event.preventDefault()
            const { submitter } = event.nativeEvent as SubmitEvent
            if (submitter instanceof HTMLButtonElement) pick(submitter.value)
          }}
        >
          {Object.entries({ ...fields, intent }).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          {hasFind && (
            <input
              type="search"
              className="input"
              data-size="sm"
              aria-label={findLabel}
              placeholder={findLabel}
              maxLength={50}
              autoComplete="off"
              dir="auto"
              ref={isTouch() ? null : focusOnOpen}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          {found.map((choice) => (
            <button
              key={choice.value}
              ref={choice === toFocus && (!hasFind || isTouch()) ? focusOnOpen : null}
              type="submit"
              name={intent}
              value={choice.value}
              className="menu-item"
              aria-pressed={choice.isCurrent}
            >
              {choice.icon}
              <span className="truncate" dir="auto">
                {choice.label}
              </span>
              {choice.isCurrent && <Check className="choice-menu-check" aria-hidden />}
            </button>
          ))}
          {isNew && (
            <button type="submit" name={intent} value={toNewValue(name)} className="menu-item">
              <Plus aria-hidden />
              <span className="truncate">{messages.createTag({ name })}</span>
            </button>
          )}
          {found.length === 0 && !isNew && (
            <p className="choice-menu-none" role="status">
              {choices.length === 0 ? messages.noTagsYet : messages.noMatch}
            </p>
          )}
        </Form>
      )}
    </div>
  )
}

const isSame = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0

/** Returns the choices that contain the text, those that begin with it first. */
function findChoices(choices: Choice[], text: string): Choice[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return choices
  const place = ({ label }: Choice) => label.toLowerCase().indexOf(wanted)
  const found = choices.filter((choice) => place(choice) >= 0)
  return [...found.filter((choice) => place(choice) === 0), ...found.filter((choice) => place(choice) > 0)]
}

/** Moves between the field and the choices. Enter in the field submits the form with its first button. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('.input, .menu-item')]
  const at = controls.indexOf(document.activeElement as HTMLElement)
  const isInField = document.activeElement instanceof HTMLInputElement
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, ...(isInField ? {} : { Home: 0, End: -1 }) }[event.key]
  if (next === undefined) return
  event.preventDefault()
  controls.at(next % controls.length)?.focus()
}

// On a touch screen, the keyboard would cover the choices.
const isTouch = () => typeof matchMedia !== 'undefined' && matchMedia('(pointer: coarse)').matches
