import type { Choice } from '#server/tracker/tracker.ts'
import type { SelectOption } from '../../../ui/forms/text-input.tsx'

/** Turns choices of the tracker into options, with the names that people use there. */
export const choiceOptions = (choices: Choice[]): SelectOption[] =>
  choices.map(({ id, name, key }) => ({ value: id, label: key === null || key === name ? name : `${name} (${key})` }))
