import type { ReactNode } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Combobox } from './combobox.tsx'
import type { ListboxOption } from './listbox.tsx'

export interface SearchPickerProps {
  /** Name of the hidden fields, one for each selected option. */
  name: string
  label: string
  help?: ReactNode
  /** A route of this application that answers `?search=…` with `{ picks: [{ value, label, note? }] }`. */
  loadUrl: string
  defaultOptions?: ListboxOption[]
  multiple?: boolean
  placeholder?: string
  onChange?: (options: ListboxOption[]) => void
  /** Native controls of the same name for browsers without JavaScript: a select, or a few checkboxes. */
  children: ReactNode
}

/** Selects one or more records by searching for them. */
export function SearchPicker({ children, ...props }: SearchPickerProps) {
  return useHydrated() ? <Combobox {...props} /> : children
}
