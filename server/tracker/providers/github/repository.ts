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
  /** False for one that is archived, or whose issues are switched off. */
  acceptsIssues: boolean
}

// Not there or not for this credential, blocked for good, under another name.
const absent = new Set([301, 404, 410, 451])

/** A repository by the name that it has or once had; null when there is none for this credential. */
export async function findRepository(client: GitHubClient, fullName: string): Promise<Repository | null> {
  if (!isFullName(fullName)) return null
  const answer = await client.request(`/repos/${fullName}`)
  // A redirect is not followed wherever it leads; of this one the number is enough.
  const newPlace = repositoryIdOf(answer)
  const there = newPlace === null ? answer : await client.request(`/repositories/${newPlace}`)
  if (absent.has(there.status)) return null
  const { id, full_name, has_issues, archived } = requireContent(there, RepositorySchema)
  if (!isFullName(full_name)) return null
  return { id, fullName: full_name, path: `/repos/${full_name}`, acceptsIssues: has_issues && !archived }
}

function repositoryIdOf({ status, headers }: OutboundResponse): string | null {
  const { location } = headers
  if (status !== 301 || typeof location !== 'string') return null
  return /\/repositories\/([1-9]\d{0,17})$/.exec(location)?.[1] ?? null
}

/** People call a repository by its full name; there is nothing shorter that is certain. */
export const toRepositoryChoice = (fullName: string): Choice => ({ id: fullName, name: fullName, key: fullName })
