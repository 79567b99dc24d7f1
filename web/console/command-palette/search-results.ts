import type { SearchResults } from '#server/console/search.ts'
import { stageLabels } from '../../ui/messages.ts'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import { customerName } from '../customers/customer-name.ts'
import { paletteMessages as messages } from '../messages/command-palette.ts'

/** Converts search results to options, by URL. */
export function toSearchOptions({ requests, entries, customers }: SearchResults, home: string): ListboxOption[] {
  return [
    ...requests.map(({ id, title, stage }) => ({
      value: `${home}/requests/${id}`,
      label: title,
      note: stageLabels[stage],
      group: messages.requests,
    })),
    ...entries.map(({ id, title, state }) => ({
      value: `${home}/changelog/${id}`,
      label: title,
      note: messages.states[state],
      group: messages.entries,
    })),
    ...customers.map((customer) => ({
      value: `${home}/customers/${customer.id}`,
      label: customerName(customer),
      note: customer.name === null ? undefined : (customer.email ?? customer.externalId ?? undefined),
      group: messages.customers,
    })),
  ]
}
