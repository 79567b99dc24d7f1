import { createContext, use } from 'react'
import { useActionData } from 'react-router'

/** What an action answers when it refuses. Names of fields have dots: `submitter.email`. */
export interface FormErrors {
  intent: string | null
  message: string | null
  errors: Record<string, string>
  values: Record<string, string | string[]>
}

/** What the parts of a form know of it. */
export interface FormState {
  id: string
  /** What is being sent now, if it is this form. */
  submission: FormData | undefined
  formErrors: FormErrors | undefined
}

export const FormContext = createContext<FormState>({ id: '', submission: undefined, formErrors: undefined })

/** The refusal of one of these intents by this page's action, if that was its last answer. */
export function useFormErrors(intent: string | string[]): FormErrors | undefined {
  const data = useActionData()
  return formErrorsFor(data, intent)
}

export function formErrorsFor(data: unknown, intent: string | string[] | undefined): FormErrors | undefined {
  const refusal = formErrorsIn(data)
  if (!refusal) return undefined
  if (intent === undefined) return refusal.intent === null ? refusal : undefined
  return [intent].flat().includes(refusal.intent ?? '') ? refusal : undefined
}

/** What was sent in this field before it was refused; nothing when it was not. */
export function useSubmittedValue(name: string | undefined): string | string[] | undefined {
  const { formErrors: refusal } = use(FormContext)
  return name === undefined ? undefined : refusal?.values[name]
}

const formErrorsIn = (data: unknown): FormErrors | undefined =>
  typeof data === 'object' && data !== null && 'refusal' in data ? (data.refusal as FormErrors) : undefined
