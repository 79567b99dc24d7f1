import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'

/**
 * Where the thing is that a path names, when it is known by another id now; null when it is not. Asked only about what
 * was not found, so that the usual way costs nothing.
 */
export type ResolveAlias = (scope: Scope, id: string) => Promise<string | null>

/**
 * Answers for the id, and for the one that it has become when there is nothing under it any more.
 * @param isMiss which refusals may be for that reason.
 */
export async function withIdAlias<T>(
  { movedTo, scope, id }: { movedTo: ResolveAlias | undefined; scope: () => Scope; id: string },
  answer: (id: string) => Promise<T>,
  isMiss: (problem: Problem) => boolean = isNotFound,
): Promise<T> {
  try {
    return await answer(id)
  } catch (error) {
    if (movedTo === undefined || !(error instanceof Problem && isMiss(error))) throw error
    const current = await movedTo(scope(), id)
    if (current === null) throw error
    return answer(current)
  }
}

const isNotFound = ({ code }: Problem): boolean => code === 'not_found'

/** A list may have refused a cursor of where the thing is now before it was known that it is not here. */
export const isNotFoundOrInvalid = ({ code }: Problem): boolean => code === 'not_found' || code === 'validation_error'
