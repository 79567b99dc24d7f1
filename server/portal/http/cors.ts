import type { PortalContext } from './context.ts'
import type { PortalRoute } from './route.ts'

/**
 * What lets a page of an origin that the workspace has listed read an answer (Fetch standard, section 3.2); nothing for any
 * other. Without credentials: who asks gives the token of a session, and no cookie.
 * @param origin as the browser says it
 */
export const corsHeaders = ({ workspace }: PortalContext, origin: string | null): Record<string, string> =>
  isAllowedOrigin(workspace, origin)
    ? { 'access-control-allow-origin': origin!, 'access-control-expose-headers': exposed }
    : {}

// Beside those that every page may read.
const exposed = 'idempotency-replayed, retry-after, x-request-id'

/** Whether the workspace has listed it, to the letter. `null`, as pages without an origin say, never is. */
export const isAllowedOrigin = ({ widgetOrigins }: PortalContext['workspace'], origin: string | null): boolean =>
  origin !== null && widgetOrigins.includes(origin)

// Browsers ask again after this, so that an origin that was struck off is off soon.
const preflightSeconds = 600

const permissions = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, heed-session, idempotency-key',
  'access-control-max-age': String(preflightSeconds),
}

/** The question that browsers ask before a page of another site may send JSON to this path, or a token. */
export const preflightRoute = (path: string): PortalRoute => ({
  method: 'OPTIONS',
  path,
  options: { isSignInOptional: true, isCrossOrigin: true },
  handle: async ({ workspace, origin }) => ({
    kind: 'nothing',
    ...(isAllowedOrigin(workspace, origin) && { headers: permissions }),
  }),
})
