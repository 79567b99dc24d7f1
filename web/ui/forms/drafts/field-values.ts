import { flushSync } from 'react-dom'

/** By field name; a checkbox or radio button has an entry for each value: `tagIds=<id>`. */
export type FieldValues = Record<string, unknown>

/** A field whose value is in component state instead of a control of the form. */
export interface StateField {
  value: unknown
  restore: (value: never) => void
}

export type StateFields = Map<string, StateField>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

// Hidden fields say what the form is about, and are never typed.
const skippedTypes = ['hidden', 'password', 'file', 'submit', 'button', 'image', 'reset']
const isSecret = (name: string) => /password|code|secret|token/i.test(name)

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      control.name !== '' &&
      !skippedTypes.includes(control.type) &&
      !isSecret(control.name),
  )

const keyOf = (control: Control) => (isChoice(control) ? `${control.name}=${control.value}` : control.name)
const readControl = (control: Control) => (isChoice(control) ? control.checked : control.value)

export const readFields = (form: HTMLFormElement, states: StateFields): FieldValues =>
  Object.fromEntries([
    ...controlsOf(form).map((control) => [keyOf(control), readControl(control)]),
    ...[...states].map(([name, { value }]) => [stateKey(name), value]),
  ])

/** Reads fields as the page came, whatever the browser itself has restored since. */
export function readInitialFields(form: HTMLFormElement, states: StateFields): FieldValues {
  const initial = readFields(form, states)
  for (const control of controlsOf(form)) {
    if (control instanceof HTMLSelectElement) continue
    initial[keyOf(control)] = isChoice(control) ? control.defaultChecked : control.defaultValue
  }
  return initial
}

export const changedFields = (fields: FieldValues, initial: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(initial[key])),
  )

/** Restores fields as if they were filled in again. */
export function restoreFields(form: HTMLFormElement, states: StateFields, fields: FieldValues): void {
  for (const [name, state] of states) {
    const key = stateKey(name)
    if (!Object.hasOwn(fields, key) || JSON.stringify(fields[key]) === JSON.stringify(state.value)) continue
    flushSync(() => state.restore(fields[key] as never))
  }
  // One field may add or remove others, so fields that appeared are restored in the next turn.
  for (let turn = 0; turn < 3; turn += 1) {
    const stale = controlsOf(form).filter((control) => isStale(control, fields))
    for (const control of stale) flushSync(() => restore(control, fields[keyOf(control)]))
  }
}

const stateKey = (name: string) => `(${name})`

function isStale(control: Control, fields: FieldValues): boolean {
  const value = fields[keyOf(control)]
  if (value === undefined || value === readControl(control)) return false
  // An option may be gone, such as a deleted board.
  return !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value)
}

function restore(control: Control, value: unknown): void {
  // Radio buttons are only switched on: choosing another one switches them off.
  if (isChoice(control)) return void ((control.type === 'checkbox' || value === true) && control.click())
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, value)
  announce(control)
}

/** Updates previews, counters and component state. */
function announce(control: Control): void {
  const type = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(type, { bubbles: true }))
}
