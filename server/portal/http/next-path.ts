import { safeRedirectPath } from '../../platform/http/request/redirect-path.ts'

/**
 * Returns the path to continue at, below the portal's base: the value of a `next` parameter if it stays within the
 * portal, otherwise the start page. Every form and link that takes `next` reads it here.
 * @param next null or undefined if the parameter is missing
 */
export const nextPath = (
  { base }: { base: string },
  next: ReturnType<FormData['get']> | undefined,
  fallback = '/',
): string => (typeof next === 'string' ? safeRedirectPath(next, base) : fallback)
