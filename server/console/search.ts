import { type EntrySearchResult, searchEntries } from '../changelog/console/search.ts'
import { listCustomers } from '../customers/list.ts'
import { listConsoleFeedback } from '../feedback/console/list.ts'
import type { Stage } from '../feedback/schema.ts'
import { listMemberChoices, type MemberChoice } from '../members/choices.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Scope } from '../platform/scope.ts'
import { type RoadmapSearchResult, searchRoadmapItems } from '../roadmap/console/search.ts'

/** The number of all results of a kind, of which the first are listed. `isCapped` if there are more. */
export interface ResultCount {
  count: number
  isCapped: boolean
}

export interface SearchResults {
  /** The best matches of each kind first. */
  requests: { id: string; title: string; stage: Stage; board: string }[]
  customers: { id: string; name: string | null; email: string | null; externalId: string | null }[]
  entries: EntrySearchResult[]
  items: RoadmapSearchResult[]
  members: MemberChoice[]
  counts: Record<'requests' | 'customers' | 'entries' | 'items' | 'members', ResultCount>
}

const none: ResultCount = { count: 0, isCapped: false }
const noResults: SearchResults = {
  ...{ requests: [], customers: [], entries: [], items: [], members: [] },
  counts: { requests: none, customers: none, entries: none, items: none, members: none },
}
// The most characters that a search accepts, and the most results of each kind that a reader looks through.
const maxSearchLength = 200
const maxPerKind = 6

/** Finds requests by their words, and customers, members, entries and roadmap items by name, for the command palette. */
export async function searchWorkspace(scope: Scope, text: string, signer: Signer): Promise<SearchResults> {
  const search = [...text.trim()].slice(0, maxSearchLength).join('')
  if (search === '') return noResults
  const [requests, customers, entries, items, members] = await Promise.all([
    listConsoleFeedback(scope, { search, limit: maxPerKind }, signer),
    listCustomers(scope, { search, limit: maxPerKind }, signer),
    searchEntries(scope, search, maxPerKind),
    searchRoadmapItems(scope, search, maxPerKind),
    listMemberChoices(scope),
  ])
  const named = filterByName(members, search)
  const countOf = (count: number): ResultCount => ({ count, isCapped: false })
  return {
    requests: requests.data.map(({ id, title, stage, board }) => ({ id, title, stage, board: board.name })),
    customers: customers.data.map(({ id, name, email, externalId }) => ({ id, name, email, externalId })),
    entries: entries.entries,
    items: items.items,
    members: named.slice(0, maxPerKind),
    counts: {
      requests: requests.found ?? none,
      customers: customers.found ?? none,
      entries: countOf(entries.count),
      items: countOf(items.count),
      members: countOf(named.length),
    },
  }
}

/** Returns the members who have every word at the beginning of one of theirs. */
function filterByName(members: MemberChoice[], search: string): MemberChoice[] {
  const words = fold(search).split(/\s+/)
  return members.filter(({ name }) => {
    const own = fold(name).split(/[\s.@_-]+/)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  })
}

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
