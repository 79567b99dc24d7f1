// Product-neutral records: every source is converted to them, and the import writes them. Ids are those of the source.

/** The resources that an import counts, named like the files of an archive (contract, part two, section 6). */
export const importedResources = [
  'boards',
  'companies',
  'customers',
  'tags',
  'feedback',
  'comments',
  'votes',
  'changelog',
] as const
export type ImportedResource = (typeof importedResources)[number]

export const outcomes = ['created', 'updated', 'unchanged', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export type ImportCounts = Partial<Record<ImportedResource, Record<Outcome, number>>>

/** A person as the source identifies them. A person with only an id is described by another record. */
export interface ImportedPerson {
  id?: string
  email?: string
  name?: string
  /** The id in the customer's own product. */
  externalId?: string
  isStaff?: boolean
  createdAt?: string
  company?: { id: string; name: string }
}

/** Texts are Markdown, trimmed and within the limits of their columns; times are ISO 8601 in UTC. */
export interface ImportedRequest {
  resource: 'feedback'
  id: string
  title: string
  description: string
  /** The name of its board; absent for the default board. */
  board?: string
  boardId?: string
  /** Whether its board is created as a private one. */
  isOnPrivateBoard: boolean
  status: ImportedStatus
  author?: ImportedPerson
  createdAt?: string
  updatedAt?: string
  /** The votes that the source shows, for requests whose voters it does not name. */
  votes?: number
  tags: string[]
  sourceUrl?: string
}

export interface ImportedVote {
  resource: 'votes'
  requestId: string
  person: ImportedPerson
  createdAt?: string
}

export interface ImportedComment {
  resource: 'comments'
  id: string
  requestId: string
  parentId?: string
  body: string
  author?: ImportedPerson
  isStaff: boolean
  isInternal: boolean
  createdAt?: string
}

export interface ImportedEntry {
  resource: 'changelog'
  id: string
  title: string
  body: string
  tags: string[]
  createdAt?: string
  /** Absent for a draft. */
  publishedAt?: string
}

export interface ImportedCustomer {
  resource: 'customers'
  person: ImportedPerson
}

export interface ImportedBoard {
  resource: 'boards'
  id: string
  name: string
  isPrivate: boolean
}

export interface ImportedTag {
  resource: 'tags'
  id: string
  name: string
  color?: string
}

export type ImportRecord =
  | ImportedBoard
  | ImportedTag
  | ImportedCustomer
  | ImportedRequest
  | ImportedVote
  | ImportedComment
  | ImportedEntry

/**
 * The statuses that an imported request can have. `rejected` and `spam` are moderation decisions, the others are
 * stages.
 */
export const importedStatuses = [
  'pending',
  'in_review',
  'planned',
  'in_progress',
  'completed',
  'closed',
  'rejected',
  'spam',
] as const
export type ImportedStatus = (typeof importedStatuses)[number]

/** A problem of a row, for the person who imports it. */
export interface ImportProblem {
  file: string | null
  line: number | null
  column: string | null
  reason: string
  /** Whether the record was left out. Otherwise, it was imported with a change. */
  isRefused: boolean
}
