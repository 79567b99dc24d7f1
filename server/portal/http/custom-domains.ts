import type { IncomingMessage } from 'node:http'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'

/** Routes requests on custom domains to their portals. */
export interface CustomDomains {
  /** Returns the URL by which to route a request: below `/p/{slug}` if its host is a custom domain. */
  rewrite(request: Pick<IncomingMessage, 'url' | 'headers'>): string
  /** Loads the domains now instead of within `refreshMs`. */
  refresh(): Promise<void>
  close(): void
}

// Long enough to cost nothing, short enough that a domain set in the console works by the time someone tries it.
const refreshMs = 5_000

/** The path prefix, on every host, of files that all portals share, such as styles. */
export const sharedPathPrefix = '/p/-/'

/**
 * Keeps the domains in memory, since routing cannot await anything and most requests are for the instance's own host. A
 * process that cannot load them continues with the ones it has.
 */
export async function createCustomDomains({ pool }: Database, log: Log): Promise<CustomDomains> {
  let slugs = new Map<string, string>()
  const refresh = async () => {
    const { rows } = await pool.query<{ portal_host: string; slug: string }>(
      'select portal_host, slug from workspaces where portal_host is not null',
    )
    slugs = new Map(rows.map(({ portal_host: host, slug }) => [host, slug]))
  }
  await refresh()
  const timer = setInterval(
    () => refresh().catch((error) => log.warn({ err: error }, 'custom domains cannot be loaded')),
    refreshMs,
  ).unref()
  return {
    rewrite({ url = '/', headers }) {
      if (slugs.size === 0) return url
      const slug = slugs.get(normalizeHostHeader(headers.host ?? ''))
      return slug === undefined || url.startsWith(sharedPathPrefix) ? url : `/p/${slug}${url}`
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

/** Lower-cases a `Host` header and removes the port and the final dot of a fully qualified name. */
const normalizeHostHeader = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
