import { createContext, use, useEffect } from 'react'
import type { StateFields } from './field-values.ts'

/** Opaque id of the person whose drafts these are, in this workspace. Without one, nothing is stored. */
export const DraftScopeContext = createContext<string | undefined>(undefined)

export interface DraftState {
  states: StateFields
  /** Discards the draft and ignores what is typed until the form is replaced. */
  abandon: () => void
}

export const DraftContext = createContext<DraftState>({ states: new Map(), abandon() {} })

/** Makes component state part of the form's draft: what was chosen but is in no control that one can type into. */
export function useDraftValue<T>(name: string, value: T, restore: (value: T) => void): void {
  const { states } = use(DraftContext)
  useEffect(() => void states.set(name, { value, restore }))
  useEffect(() => () => void states.delete(name), [states, name])
}
