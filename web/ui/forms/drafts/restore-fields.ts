import { flushSync } from 'react-dom'
import {
  type Control,
  controlsOf,
  type FieldValues,
  isChoice,
  keyOf,
  readControl,
  type StateFields,
  stateKey,
} from './field-values.ts'

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
