import type { Choice } from '#server/tracker/tracker.ts'
import type { SelectOption } from '../../../ui/forms/text-input.tsx'

/** Converts a tracker's choices to options, labeled by name and key. */
export const choiceOptions = (choices: Choice[]): SelectOption[] =>
  choices.map(({ id, name, key }) => ({ value: id, label: key === null || key === name ? name : `${name} (${key})` }))
