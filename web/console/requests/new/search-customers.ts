import { loaderFor } from '#server/console/handlers.ts'
import { type CustomerOption, searchCustomerOptions } from '#server/customers/picker.ts'
import type { ListboxOption } from '../../../ui/pickers/listbox.tsx'

/** Finds customers for a `SearchPicker`. */
export const loader = loaderFor.member(async ({ scope, url }) => {
  const found = await searchCustomerOptions(scope, url.searchParams.get('search')?.slice(0, 200))
  return { picks: found.map(toCustomerOption) }
})

/** Labels a customer by name, email or external id, with the next of these as a note to tell customers apart. */
export function toCustomerOption({ id, name, email, externalId }: CustomerOption): ListboxOption {
  const [label, note] = [name, email, externalId].filter((text) => text !== null)
  return { value: id, label: label ?? id, ...(note !== undefined && { note }) }
}
