/** By field name; a checkbox or radio button has an entry for each value: `tagIds=<id>`. */
export type FieldValues = Record<string, unknown>

/** A field whose value is in component state instead of a control of the form. */
export interface StateField {
  value: unknown
  restore: (value: never) => void
}

export type StateFields = Map<string, StateField>

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

// Hidden fields say what the form is about, and are never typed.
const skippedTypes = ['hidden', 'password', 'file', 'submit', 'button', 'image', 'reset']
const isSecret = (name: string) => /password|code|secret|token/i.test(name)

export const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

export const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement ||
        control instanceof HTMLTextAreaElement ||
        control instanceof HTMLSelectElement) &&
      control.name !== '' &&
      !skippedTypes.includes(control.type) &&
      !isSecret(control.name),
  )

export const keyOf = (control: Control) => (isChoice(control) ? `${control.name}=${control.value}` : control.name)
export const readControl = (control: Control) => (isChoice(control) ? control.checked : control.value)

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

export const stateKey = (name: string) => `(${name})`
