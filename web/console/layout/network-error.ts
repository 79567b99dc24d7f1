import { isRouteErrorResponse } from 'react-router'

/** Matches how Chromium, Firefox, and Safari report a failed request. Other TypeErrors are bugs of ours. */
const networkErrorPattern = /failed to fetch|network|load failed/i

/** Returns whether the request failed to reach the server: no connection, or a proxy responded instead. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof TypeError) return networkErrorPattern.test(error.message)
  return isRouteErrorResponse(error) && [502, 503, 504].includes(error.status) && typeof error.data === 'string'
}
