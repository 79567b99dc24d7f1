import type { Found } from '#server/console/search.ts'
import type { Pick } from '../../ui/pickers/listbox.tsx'
import { stageWords } from '../../ui/messages.ts'
import { nameOf } from '../customers/customer-name.ts'
import { palette as words } from '../messages/command-palette.ts'

/** What was found, as it is offered: by the address that it leads to. */
export function picksOf({ requests, entries, customers }: Found, home: string): Pick[] {
  return [
    ...requests.map(({ id, title, stage }) => ({
      value: `${home}/requests/${id}`,
      label: title,
      note: stageWords[stage],
      group: words.requests,
    })),
    ...entries.map(({ id, title, state }) => ({
      value: `${home}/changelog/${id}`,
      label: title,
      note: words.states[state],
      group: words.entries,
    })),
    ...customers.map((customer) => ({
      value: `${home}/customers/${customer.id}`,
      label: nameOf(customer),
      note: customer.name === null ? undefined : (customer.email ?? customer.externalId ?? undefined),
      group: words.customers,
    })),
  ]
}
