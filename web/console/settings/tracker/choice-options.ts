import type { Choice } from '#server/tracker/tracker.ts'
import type { SelectOption } from '../../../ui/forms/text-input.tsx'

/** What the tracker offers, as people call it there. */
export const choiceOptions = (choices: Choice[]): SelectOption[] =>
  choices.map(({ id, name, key }) => ({ value: id, label: key === null || key === name ? name : `${name} (${key})` }))
