import { createContext, use } from 'react'
import { useActionData } from 'react-router'
import type { FormErrors } from '#server/console/handlers.ts'

/** State that a form shares with its fields and buttons. */
export interface FormState {
  id: string
  /** The data being submitted, if this form is being submitted. */
  submission: FormData | undefined
  formErrors: FormErrors | undefined
}

export const FormContext = createContext<FormState>({ id: '', submission: undefined, formErrors: undefined })

/** Returns the errors that this page's action last returned, if they belong to one of these intents. */
export function useFormErrors(intent: string | string[]): FormErrors | undefined {
  const data = useActionData()
  return formErrorsFor(data, intent)
}

export function formErrorsFor(data: unknown, intent: string | string[] | undefined): FormErrors | undefined {
  const formErrors = readFormErrors(data)
  if (!formErrors) return undefined
  if (intent === undefined) return formErrors.intent === null ? formErrors : undefined
  return [intent].flat().includes(formErrors.intent ?? '') ? formErrors : undefined
}

/** Returns what was submitted in this field before the form was rejected; undefined otherwise. */
export function useSubmittedValue(name: string | undefined): string | string[] | undefined {
  const { formErrors } = use(FormContext)
  return name === undefined ? undefined : formErrors?.values[name]
}

const readFormErrors = (data: unknown): FormErrors | undefined =>
  typeof data === 'object' && data !== null && 'formErrors' in data ? (data.formErrors as FormErrors) : undefined
