import type { PortalContext } from './context.ts'
import type { PortalRoute } from './route.ts'

/**
 * Returns the headers that let pages of an allowed origin read a response (Fetch standard, section 3.2), without
 * credentials: callers send a session token instead of a cookie. Empty for any other origin.
 * @param origin as the browser sends it
 */
export const corsHeaders = ({ workspace }: PortalContext, origin: string | null): Record<string, string> =>
  isAllowedOrigin(workspace, origin)
    ? { 'access-control-allow-origin': origin!, 'access-control-expose-headers': exposedHeaders }
    : {}

// In addition to the headers that every page may read.
const exposedHeaders = 'idempotency-replayed, retry-after, x-request-id'

/** Tells whether the workspace lists exactly this origin. The `null` of pages without an origin is never allowed. */
export const isAllowedOrigin = ({ widgetOrigins }: PortalContext['workspace'], origin: string | null): boolean =>
  origin !== null && widgetOrigins.includes(origin)

// Browsers repeat the preflight after ten minutes, so that removing an origin takes effect soon.
const preflightSeconds = 600

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, heed-proof, heed-session, idempotency-key',
  'access-control-max-age': String(preflightSeconds),
}

/** Answers the preflight that browsers send before a page of another site may send JSON or a token to this path. */
export const preflightRoute = (path: string): PortalRoute => ({
  method: 'OPTIONS',
  path,
  options: { isSignInOptional: true, isCrossOrigin: true },
  handle: async ({ workspace, origin }) => ({
    kind: 'no-content',
    ...(isAllowedOrigin(workspace, origin) && { headers: preflightHeaders }),
  }),
})
