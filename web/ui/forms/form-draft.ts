import { type RefObject, useEffect, useMemo, useState } from 'react'

const prefix = 'heed:draft:'
// Long enough not to write at every key, short enough to lose no more than a word.
const pauseMs = 400

/**
 * Keeps the text of a form in the browser until it was sent, and puts it back after a reload. Passwords and hidden
 * fields are never kept.
 */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, key: string | undefined) {
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const kept = key && localStorage.getItem(prefix + key)
    if (kept && form.current && restoreDraft(form.current, JSON.parse(kept))) setRestored(true)
  }, [form, key])
  const draft = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      if (form.current) localStorage.setItem(prefix + key, JSON.stringify(textsOf(form.current)))
    }
    return {
      keep() {
        clearTimeout(timer)
        if (key) timer = setTimeout(write, pauseMs)
      },
      /** Before it is sent, so that nothing is kept after it was dropped. */
      settle() {
        clearTimeout(timer)
        if (key && timer !== undefined) write()
        timer = undefined
      },
      drop() {
        clearTimeout(timer)
        if (key) localStorage.removeItem(prefix + key)
        setRestored(false)
      },
    }
  }, [form, key])
  return {
    ...draft,
    isRestored,
    /** Empties the form of what was put back. */
    discard() {
      form.current?.reset()
      if (form.current) for (const control of textControls(form.current)) dispatchInput(control)
      draft.drop()
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

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(textControls(form).flatMap((control) => (control.name ? [[control.name, control.value]] : [])))

/** As if it were typed again. @returns whether anything was not there yet */
function restoreDraft(form: HTMLFormElement, kept: Record<string, string>): boolean {
  let isAny = false
  for (const control of textControls(form)) {
    const text = kept[control.name]
    if (text === undefined || text === control.value) continue
    const type = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(type.prototype, 'value')!.set!.call(control, text)
    dispatchInput(control)
    isAny = true
  }
  return isAny
}

/** So that previews and counters follow. */
const dispatchInput = (control: TextControl) => control.dispatchEvent(new Event('input', { bubbles: true }))
