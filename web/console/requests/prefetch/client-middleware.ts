import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { detailRouteId, takePrefetched } from './prefetched-requests.ts'

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>

/**
 * Opens a request with the data that was loaded when the pointer or the focus reached its row. The router keeps the
 * data of the list and the layout, which stay on the page.
 */
export const takePrefetchedRequest: ClientMiddleware = async ({ request }, next) => {
  const result = request.method === 'GET' ? await takePrefetched(request.url) : undefined
  return result === undefined ? next() : { [detailRouteId]: { type: 'data', result } }
}
