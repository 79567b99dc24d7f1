import type { SearchResults } from '#server/console/search.ts'
import { stageLabels } from '../../ui/messages.ts'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import { customerName } from '../customers/customer-name.ts'
import { paletteMessages as messages } from '../messages/command-palette.ts'

/** Converts search results to options, by URL. If more requests match than are listed, one option shows them all. */
export function toSearchOptions(results: SearchResults, home: string, text: string): ListboxOption[] {
  const { requests, requestCount, entries, customers } = results
  return [
    ...requests.map(({ id, title, stage }) => ({
      value: `${home}/requests/${id}`,
      label: title,
      note: stageLabels[stage],
      group: messages.requests,
    })),
    ...(requestCount.count > requests.length
      ? [
          {
            value: `${home}/requests?${new URLSearchParams({ search: text })}`,
            label: requestCount.isCapped ? messages.moreRequests(requestCount) : messages.allRequests(requestCount),
            group: messages.requests,
          },
        ]
      : []),
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

/** Counts all results, also those that are not listed. */
export const countResults = ({ requestCount, entries, customers }: SearchResults): number =>
  requestCount.count + entries.length + customers.length
