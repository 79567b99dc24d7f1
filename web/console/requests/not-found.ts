import { invalidState, Problem } from '#server/platform/problems.ts'
import { bulkMessages } from '../messages/requests/list.ts'

/** Whether something was not found, which on a page that was open for a while is nobody's mistake. */
export const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

/**
 * The same handler for a form on a page that may be stale: where its request is gone, it is refused, so that the page
 * stays with what was typed on it.
 */
export const notFoundAsFormError =
  <V, T>(handler: (context: V) => Promise<T>, why: (context: V) => string = () => bulkMessages.gone) =>
  (context: V): Promise<T> =>
    handler(context).catch((error) => {
      throw isNotFound(error) ? invalidState(why(context)) : error
    })
