import { entriesNamed } from '../changelog/console/search.ts'
import { customersPage } from '../customers/list.ts'
import { consoleFeedbackPage } from '../feedback/console/list.ts'
import type { Stage } from '../feedback/schema.ts'
import type { Scope } from '../platform/scope.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'

export interface Found {
  requests: { id: string; title: string; stage: Stage; board: string }[]
  entries: { id: string; title: string; state: 'draft' | 'scheduled' | 'published' }[]
  customers: { id: string; name: string | null; email: string | null; externalId: string | null }[]
}

const nothing: Found = { requests: [], entries: [], customers: [] }
// As many letters as a search takes, and as many of each kind as one looks through.
const mostLetters = 200
const mostOfEach = 6

/** What of a workspace has the text in its name, the newest first: for jumping there. */
export async function findAnything(scope: Scope, text: string, signer: Signer): Promise<Found> {
  const search = [...text.trim()].slice(0, mostLetters).join('')
  if (search === '') return nothing
  const [requests, entries, customers] = await Promise.all([
    consoleFeedbackPage(scope, { search, limit: mostOfEach }, signer),
    entriesNamed(scope, search, mostOfEach),
    customersPage(scope, { search, limit: mostOfEach }, signer),
  ])
  return {
    requests: requests.data.map(({ id, title, stage, board }) => ({ id, title, stage, board: board.name })),
    entries,
    customers: customers.data.map(({ id, name, email, externalId }) => ({ id, name, email, externalId })),
  }
}
