import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'

/** Returns the id that a resource has now, or null if `id` was never another name for it. Called only after a miss. */
export type ResolveAlias = (scope: Scope, id: string) => Promise<string | null>

interface AliasedId {
  resolveAlias: ResolveAlias | undefined
  scope: () => Scope
  id: string
}

/**
 * Runs `respond` for the id and, if that misses, once more for the id it now resolves to.
 * @param isMiss which problems can mean that the resource has another id.
 */
export async function withIdAlias<T>(
  { resolveAlias, scope, id }: AliasedId,
  respond: (id: string) => Promise<T>,
  isMiss: (problem: Problem) => boolean = isNotFound,
): Promise<T> {
  try {
    return await respond(id)
  } catch (error) {
    if (resolveAlias === undefined || !(error instanceof Problem && isMiss(error))) throw error
    const currentId = await resolveAlias(scope(), id)
    if (currentId === null) throw error
    return respond(currentId)
  }
}

const isNotFound = ({ code }: Problem): boolean => code === 'not_found'

/** Recognizes a miss of a list. A list rejects a cursor of the current resource before it looks up the old id. */
export const isNotFoundOrInvalid = ({ code }: Problem): boolean => code === 'not_found' || code === 'validation_error'
