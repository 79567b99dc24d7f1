import { Problem, refusal } from '#server/platform/problems.ts'
import { bulk } from '../messages/requests/list.ts'

/** Whether something was not found, which on a page that was open for a while is nobody's mistake. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found'

/**
 * The same handler for a form on a page that may be stale: where its request is gone, it is refused, so that the page
 * stays with what was typed on it.
 */
export const staying =
  <V, T>(handler: (visit: V) => Promise<T>, why: (visit: V) => string = () => bulk.gone) =>
  (visit: V): Promise<T> =>
    handler(visit).catch((error) => {
      throw isGone(error) ? refusal(why(visit)) : error
    })
