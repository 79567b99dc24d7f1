import { searchEntries } from '../changelog/console/search.ts'
import { listCustomers } from '../customers/list.ts'
import { listConsoleFeedback } from '../feedback/console/list.ts'
import type { Stage } from '../feedback/schema.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Scope } from '../platform/scope.ts'

export interface SearchResults {
  /** The best matches first. */
  requests: { id: string; title: string; stage: Stage; board: string }[]
  /** The number of all matches; `requests` are the first of them. */
  requestCount: { count: number; isCapped: boolean }
  entries: { id: string; title: string; state: 'draft' | 'scheduled' | 'published' }[]
  customers: { id: string; name: string | null; email: string | null; externalId: string | null }[]
}

const noResults: SearchResults = {
  requests: [],
  requestCount: { count: 0, isCapped: false },
  entries: [],
  customers: [],
}
// The most characters that a search accepts, and the most results of each kind that a reader looks through.
const maxSearchLength = 200
const maxPerKind = 6

/** Finds requests by their words, and entries and customers by name, for the command palette. */
export async function searchWorkspace(scope: Scope, text: string, signer: Signer): Promise<SearchResults> {
  const search = [...text.trim()].slice(0, maxSearchLength).join('')
  if (search === '') return noResults
  const [requests, entries, customers] = await Promise.all([
    listConsoleFeedback(scope, { search, limit: maxPerKind }, signer),
    searchEntries(scope, search, maxPerKind),
    listCustomers(scope, { search, limit: maxPerKind }, signer),
  ])
  return {
    requests: requests.data.map(({ id, title, stage, board }) => ({ id, title, stage, board: board.name })),
    requestCount: requests.found ?? noResults.requestCount,
    entries,
    customers: customers.data.map(({ id, name, email, externalId }) => ({ id, name, email, externalId })),
  }
}
