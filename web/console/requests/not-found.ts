import { invalidState, Problem } from '#server/platform/problems.ts'
import { bulkOutcomeMessages } from '../messages/requests/list.ts'

/** Returns whether something was not found. On a page that was open for a while, that is not the user’s mistake. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

/**
 * Wraps a handler so that a deleted request rejects the form instead of showing a 404: the page stays, with what was
 * typed on it.
 */
export const notFoundAsFormError =
  <V, T>(handler: (context: V) => Promise<T>, message: (context: V) => string = () => bulkOutcomeMessages.gone) =>
  (context: V): Promise<T> =>
    handler(context).catch((error) => {
      throw isNotFound(error) ? invalidState(message(context)) : error
    })
