import { loads } from '#server/console/handlers.ts'
import { type CustomerPick, customerPicks } from '#server/customers/picker.ts'
import type { Pick } from '../../../ui/pickers/listbox.tsx'

/** Customers to choose from, for a `SearchPicker`. */
export const loader = loads.member(async ({ scope, url }) => {
  const found = await customerPicks(scope, url.searchParams.get('search')?.slice(0, 200))
  return { picks: found.map(pickOf) }
})

/** By what they are called, with what else tells them apart. */
export function pickOf({ id, name, email, externalId }: CustomerPick): Pick {
  const [label, note] = [name, email, externalId].filter((one) => one !== null)
  return { value: id, label: label ?? id, ...(note !== undefined && { note }) }
}
