import type { IncomingMessage } from 'node:http'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'

/** Which portals are reached by a host name of their own. */
export interface CustomDomains {
  /** The address that a request is routed by: below `/p/{slug}` when its host is a portal's. */
  rewrite(request: Pick<IncomingMessage, 'url' | 'headers'>): string
  /** Reads the names now; otherwise within `refreshMs`. */
  refresh(): Promise<void>
  close(): void
}

// Long enough to cost nothing, short enough that whoever set a name in the console and tries it finds it there.
const refreshMs = 5_000

/** What all portals share, such as styles, is below this on every host. */
export const sharedPathPrefix = '/p/-/'

/**
 * Names are kept in memory, since a request is routed before anything can be awaited, and most have the instance's
 * own name. A process that cannot read them goes on with those that it has.
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
    () => refresh().catch((error) => log.warn({ err: error }, 'host names of portals cannot be read')),
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

/** Without the port, in lower case, and without the dot that ends a full name. */
const normalizeHostHeader = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
