import { createContext, use } from 'react'
import { useActionData } from 'react-router'

/** What an action answers when it refuses. Names of fields have dots: `submitter.email`. */
export interface Refusal {
  intent: string | null
  message: string | null
  errors: Record<string, string>
  values: Record<string, string | string[]>
}

/** What the parts of a form know of it. */
export interface FormState {
  id: string
  /** What is being sent now, if it is this form. */
  sent: FormData | undefined
  refusal: Refusal | undefined
}

export const FormContext = createContext<FormState>({ id: '', sent: undefined, refusal: undefined })

/** The refusal of one of these intents by this page's action, if that was its last answer. */
export function useRefusal(intent: string | string[]): Refusal | undefined {
  const data = useActionData()
  return refusalFor(data, intent)
}

export function refusalFor(data: unknown, intent: string | string[] | undefined): Refusal | undefined {
  const refusal = refusalIn(data)
  if (!refusal) return undefined
  if (intent === undefined) return refusal.intent === null ? refusal : undefined
  return [intent].flat().includes(refusal.intent ?? '') ? refusal : undefined
}

/** What was sent in this field before it was refused; nothing when it was not. */
export function useRefused(name: string | undefined): string | string[] | undefined {
  const { refusal } = use(FormContext)
  return name === undefined ? undefined : refusal?.values[name]
}

const refusalIn = (data: unknown): Refusal | undefined =>
  typeof data === 'object' && data !== null && 'refusal' in data ? (data.refusal as Refusal) : undefined
