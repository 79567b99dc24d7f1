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
    rewrite(request) {
      const { url = '/', headers } = request
      const slug = slugs.size === 0 ? undefined : slugs.get(normalizeHostHeader(headers.host ?? ''))
      if (slug === undefined || url.startsWith(sharedPathPrefix)) return withDecodablePath(url)
      onCustomDomain.add(request)
      return withDecodablePath(`/p/${slug}${url}`)
    },
    refresh,
    close: () => clearInterval(timer),
  }
}

const onCustomDomain = new WeakSet<object>()

/** Tells whether a request was sent to a custom domain. */
export const isOnCustomDomain = ({ raw }: { raw: object }): boolean => onCustomDomain.has(raw)

/**
 * Replaces malformed escapes in the path of a portal URL, such as `%ff`. The router would reject such a path before any
 * route sees it; the result is a page that does not exist, which the portal answers in its own design.
 */
function withDecodablePath(url: string): string {
  if (!url.startsWith('/p/')) return url
  const path = url.split(/[?#]/, 1)[0]!
  try {
    decodeURIComponent(path)
    return url
  } catch {
    // Only this function can tell whether a path is decodable.
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Lower-cases a `Host` header and removes the port and the final dot of a fully qualified name. */
const normalizeHostHeader = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
