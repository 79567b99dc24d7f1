import { loaderFor } from '#server/console/handlers.ts'
import { searchMentionable } from '#server/inbox/mentions/queries.ts'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'

/** Finds the members that a text can mention. */
export const loader = loaderFor.member(async ({ scope, url }): Promise<{ picks: ListboxOption[] }> => {
  const found = await searchMentionable(scope, url.searchParams.get('search')?.slice(0, 100) ?? '')
  return { picks: found.map(({ id, name }) => ({ value: id, label: name })) }
})
