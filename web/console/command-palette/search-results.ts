import type { ResultCount, SearchResults } from '#server/console/search.ts'
import { stageLabels } from '../../ui/messages.ts'
import type { ListboxOption } from '../../ui/pickers/listbox.tsx'
import { customerName } from '../customers/customer-name.ts'
import { paletteMessages as messages } from '../messages/command-palette.ts'
import { roadmapStatusLabels } from '../messages/labels.ts'

/** Converts search results to options, by URL. If more match than are listed, an option at the end shows them all. */
export function toSearchOptions(results: SearchResults, home: string, text: string): ListboxOption[] {
  const { requests, entries, customers, items, members, counts } = results
  const query = `?${new URLSearchParams({ search: text })}`
  return [
    ...requests.map(({ id, title, stage }) => ({
      value: `${home}/requests/${id}`,
      label: title,
      note: stageLabels[stage],
      group: messages.requests,
    })),
    ...showAll(`${home}/requests${query}`, messages.requests, counts.requests, requests.length),
    ...customers.map((customer) => ({
      value: `${home}/customers/${customer.id}`,
      label: customerName(customer),
      note: customer.name === null ? undefined : (customer.email ?? customer.externalId ?? undefined),
      group: messages.customers,
    })),
    ...showAll(`${home}/customers${query}`, messages.customers, counts.customers, customers.length),
    ...entries.map(({ id, title, state }) => ({
      value: `${home}/changelog/${id}`,
      label: title,
      note: messages.states[state],
      group: messages.entries,
    })),
    ...items.map(({ id, title, status }) => ({
      value: `${home}/roadmap/${id}`,
      label: title,
      note: roadmapStatusLabels[status],
      group: messages.items,
    })),
    ...members.map(({ id, name }) => ({
      value: `${home}/requests?owner=${id}`,
      label: name,
      note: messages.ownedRequests,
      group: messages.members,
    })),
  ]
}

const showAll = (value: string, group: string, count: ResultCount, shown: number): ListboxOption[] =>
  count.count > shown
    ? [
        {
          value,
          group,
          isLast: true,
          label: (count.isCapped ? messages.seeMore : messages.seeAll)({ count: count.count }),
        },
      ]
    : []

const groupOf = {
  requests: messages.requests,
  customers: messages.customers,
  entries: messages.entries,
  items: messages.items,
  members: messages.members,
} as const

/** Returns the number of all results of each group, as text: "21", "600+". */
export const describeCounts = ({ counts }: SearchResults): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(groupOf) as (keyof typeof groupOf)[])
      .filter((kind) => counts[kind].count > 0)
      .map((kind) => [groupOf[kind], (counts[kind].isCapped ? messages.countOrMore : messages.count)(counts[kind])]),
  )

/** Counts all results, also those that are not listed. */
export function countResults({ counts }: SearchResults): ResultCount {
  const all = Object.values(counts)
  return { count: all.reduce((sum, { count }) => sum + count, 0), isCapped: all.some(({ isCapped }) => isCapped) }
}
