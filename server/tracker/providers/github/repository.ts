import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import type { Choice } from '../../tracker.ts'
import { type GitHubClient, requireContent } from './client.ts'
import { isFullName } from './ids.ts'
import { RepositorySchema } from './schemas.ts'

export interface Repository {
  id: number
  fullName: string
  /** `/repos/acme/app` */
  path: string
  /** False if it is archived or its issues are disabled. */
  acceptsIssues: boolean
}

// Renamed, missing or invisible to this credential, deleted, or blocked for legal reasons.
const absentStatuses = new Set([301, 404, 410, 451])

/** Finds a repository by its current or a former name; null if this credential cannot see one. */
export async function findRepository(client: GitHubClient, fullName: string): Promise<Repository | null> {
  if (!isFullName(fullName)) return null
  const response = await client.request(`/repos/${fullName}`)
  // Redirects are not followed blindly. The repository id in this one is enough.
  const newId = redirectedRepositoryId(response)
  const current = newId === null ? response : await client.request(`/repositories/${newId}`)
  if (absentStatuses.has(current.status)) return null
  const { id, full_name, has_issues, archived } = requireContent(current, RepositorySchema)
  if (!isFullName(full_name)) return null
  return { id, fullName: full_name, path: `/repos/${full_name}`, acceptsIssues: has_issues && !archived }
}

function redirectedRepositoryId({ status, headers }: OutboundResponse): string | null {
  const { location } = headers
  if (status !== 301 || typeof location !== 'string') return null
  return /\/repositories\/([1-9]\d{0,17})$/.exec(location)?.[1] ?? null
}

/** The full name is also the key: the short name is not unique. */
export const toRepositoryChoice = (fullName: string): Choice => ({ id: fullName, name: fullName, key: fullName })
