import type { ReactNode } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Combobox } from './combobox.tsx'
import type { ListboxOption } from './listbox.tsx'

export interface SearchPickerProps {
  /** Of the hidden fields that are sent, one for each pick. */
  name: string
  label: string
  help?: ReactNode
  /** Answers `{ picks: [{ value, label, note? }] }` to `?search=…`; of the same application. */
  loadUrl: string
  defaultOptions?: ListboxOption[]
  multiple?: boolean
  placeholder?: string
  onChange?: (picks: ListboxOption[]) => void
  /** Native controls of the same name for browsers without script: a select, or a few checkboxes. */
  children: ReactNode
}

/** Picks one or several things by searching for them. */
export function SearchPicker({ children, ...props }: SearchPickerProps) {
  return useHydrated() ? <Combobox {...props} /> : children
}
