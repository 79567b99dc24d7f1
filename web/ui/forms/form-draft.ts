import { type RefObject, useEffect, useMemo, useState } from 'react'

const prefix = 'heed:draft:'
// Long enough not to write on every key press, short enough to lose at most a word.
const saveDelayMs = 400

/**
 * Stores the text of a form in the browser until it's sent, and restores it after a reload. Never stores passwords and
 * hidden fields.
 */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, key: string | undefined) {
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const stored = key && localStorage.getItem(prefix + key)
    if (stored && form.current && restoreDraft(form.current, JSON.parse(stored))) setRestored(true)
  }, [form, key])
  const draft = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      if (form.current) localStorage.setItem(prefix + key, JSON.stringify(readTexts(form.current)))
    }
    return {
      save() {
        clearTimeout(timer)
        if (key) timer = setTimeout(write, saveDelayMs)
      },
      /** Called before submitting, so that no pending write follows `remove`. */
      flush() {
        clearTimeout(timer)
        if (key && timer !== undefined) write()
        timer = undefined
      },
      remove() {
        clearTimeout(timer)
        if (key) localStorage.removeItem(prefix + key)
        setRestored(false)
      },
    }
  }, [form, key])
  return {
    ...draft,
    isRestored,
    /** Resets the form to its state without the draft. */
    discard() {
      form.current?.reset()
      if (form.current) for (const control of textControls(form.current)) dispatchInput(control)
      draft.remove()
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const textControls = (form: HTMLFormElement): TextControl[] =>
  [...form.elements].filter(
    (control): control is TextControl =>
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && ['text', 'email', 'url', 'search'].includes(control.type)),
  )

const readTexts = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(textControls(form).flatMap((control) => (control.name ? [[control.name, control.value]] : [])))

/** Restores the texts as if they were typed again. Returns whether anything changed. */
function restoreDraft(form: HTMLFormElement, draft: Record<string, string>): boolean {
  let hasChanged = false
  for (const control of textControls(form)) {
    const text = draft[control.name]
    if (text === undefined || text === control.value) continue
    const type = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(type.prototype, 'value')!.set!.call(control, text)
    dispatchInput(control)
    hasChanged = true
  }
  return hasChanged
}

/** Updates previews and counters. */
const dispatchInput = (control: TextControl) => control.dispatchEvent(new Event('input', { bubbles: true }))
