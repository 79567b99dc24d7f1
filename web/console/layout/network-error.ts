import { isRouteErrorResponse } from 'react-router'

/** As Chromium, Firefox and Safari word a request that came to nothing; other errors of this type are our own. */
const networkErrorPattern = /failed to fetch|network|load failed/i

/** Whether the server was not reached: no connection, or a proxy that answers in its place. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof TypeError) return networkErrorPattern.test(error.message)
  return isRouteErrorResponse(error) && [502, 503, 504].includes(error.status) && typeof error.data === 'string'
}
