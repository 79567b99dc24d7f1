import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isKnownCustomer } from '../../customers/sign-in/access.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { readCookie } from '../../platform/http/request/cookies.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { isStorable } from '../../platform/validation.ts'
import { hashSessionToken, sessionCookie } from '../auth/session.ts'
import { buildPortalUrl } from '../urls.ts'
import type { RouteOptions } from './route.ts'
import type { PortalServices } from './services.ts'

export interface PortalWorkspace {
  id: string
  slug: string
  name: string
  logoUrl: string | null
  accentColor: string | null
  access: 'public' | 'private'
  sections: Record<Section, boolean>
  host: string | null
  timeZone: string
  /** Whose pages may read answers that are for other sites (cors.ts). */
  widgetOrigins: string[]
  /** Which of its widget tokens is good (widget-token.ts). */
  widgetGeneration: number
}

export const sections = ['requests', 'roadmap', 'changelog'] as const
export type Section = (typeof sections)[number]

/** Who is signed in. */
export interface Viewer {
  customerId: string
  sessionId: string
  name: string | null
  email: string | null
  isTracked: boolean
}

export type Theme = 'light' | 'dark' | null

/** One request for a page of a portal. */
export interface PortalContext {
  services: PortalServices
  workspace: PortalWorkspace
  viewer: Viewer | null
  scope: Scope
  /** One transaction, run again when it loses a race. The actor is the viewer. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** What stands before the portal's own paths in a link on a page: `/p/acme`, or nothing on the workspace's own host. */
  base: string
  /** The portal's address in full, without a slash at the end: for feeds, mail and search engines. */
  portalUrl: string
  isSecure: boolean
  /** Below `base`, without a query: `/`, `/roadmap`. */
  path: string
  query: URLSearchParams
  params: Record<string, string>
  clientAddress: string
  requestId: string
  /** Of the page that sent it, as browsers say; null for most that are only read. */
  origin: string | null
  /** What came as a header of this name; null for none. */
  header(name: string): string | null
  theme: Theme
  /** The token of a session that the browser has as a cookie. It says who asks only where `askedOf` takes it for that. */
  cookieToken: string | null
}

/** What is known of a request before the database is asked. */
export interface PortalRequest {
  slug: string
  base: string
  path: string
  query: URLSearchParams
  /** Of the session that says who asks. */
  token: string | null
  cookieToken: string | null
  theme: Theme
}

/**
 * @param isCrossOrigin whether pages of other sites may ask: they give the token of a session as `Authorization: Bearer`,
 * or beside another credential as `Heed-Session`; a cookie, which a browser may add whoever asks, says nothing there.
 */
export function parsePortalRequest(
  request: FastifyRequest,
  { isCrossOrigin = false }: Pick<RouteOptions, 'isCrossOrigin'> = {},
): PortalRequest {
  const { slug } = request.params as { slug: string }
  const { pathname, searchParams: query } = new URL(request.url, 'http://portal')
  const prefix = `/p/${slug}`
  // Spelled in another way (`%64emo`), it would be no path that a cookie can be for.
  if (!pathname.startsWith(prefix)) throw notFound()
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const theme = readCookie(headers, 'heed_theme')
  const kept = readCookie(headers, sessionCookie)
  return {
    slug,
    base: isOnOwnHost(request) ? '' : prefix,
    path: pathname.slice(prefix.length) || '/',
    query,
    token: isCrossOrigin ? sessionOf(request.headers) : kept,
    cookieToken: kept,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  }
}

const sessionOf = ({ 'heed-session': own, authorization }: FastifyRequest['headers']): string | null =>
  typeof own === 'string' ? own : bearerOf(authorization)

const bearerOf = (authorization = ''): string | null => /^Bearer +([^\s]+)$/i.exec(authorization)?.[1] ?? null

/** Whether `hosts.ts` has led it here. */
export const isOnOwnHost = ({ url, originalUrl }: FastifyRequest): boolean => url !== originalUrl

interface ContextRow {
  id: string
  slug: string
  name: string
  logo_url: string | null
  accent_color: string | null
  time_zone: string
  portal_access: 'public' | 'private'
  portal_shows_requests: boolean
  portal_shows_roadmap: boolean
  portal_shows_changelog: boolean
  portal_host: string | null
  widget_origins: string[]
  widget_generation: number
  session_id: string | null
  customer_id: string | null
  customer_name: string | null
  email: string | null
  is_tracked: boolean | null
}

/**
 * Who asks, and for whose portal. One statement. Who may not come in to a private portal any more, as somebody who has left
 * its team, is nobody there, whatever session they have. @throws 404
 */
export async function loadPortalContext(
  portal: PortalServices,
  asked: PortalRequest,
  { request, clientAddress }: { request: FastifyRequest; clientAddress: string },
): Promise<PortalContext> {
  const params = request.params as Record<string, string>
  if (![...asked.query].flat().concat(Object.values(params)).every(isStorable)) throw notFound()
  const now = portal.clock()
  const { rows } = await sql<ContextRow>`
    select w.workspace_id as id, w.slug, w.name, w.logo_url, w.accent_color, w.time_zone, w.portal_access,
      w.portal_shows_requests, w.portal_shows_roadmap, w.portal_shows_changelog, w.portal_host,
      w.widget_origins, w.widget_generation,
      s.id as session_id, c.id as customer_id, c.name as customer_name, c.email, c.is_tracked
    from workspaces w
    left join customer_sessions s on s.workspace_id = w.workspace_id and s.hash = ${hashSessionToken(asked.token)}
      and s.expires_at > ${now}
    left join customers c on c.workspace_id = w.workspace_id and c.id = s.customer_id
      and (w.portal_access = 'public' or ${isKnownCustomer('c')})
    where w.slug = ${asked.slug}`.execute(portal.database.db)
  const [row] = rows
  if (!row) throw notFound()
  const workspace = workspaceOf(row)
  const viewer = viewerOf(row)
  const scope = {
    workspaceId: workspace.id,
    actor: { type: 'customer' as const, id: viewer?.customerId ?? null },
    agent: null,
    requestId: request.id,
    now,
  }
  const { publicUrl } = portal.settings
  return {
    services: portal,
    workspace,
    viewer,
    scope: { ...scope, db: portal.database.db },
    write: (work) =>
      inTransaction(portal.database.pool, (tx) => work({ ...scope, ...tx, enqueue: portal.jobs.enqueueIn(tx.db) })),
    base: asked.base,
    portalUrl: buildPortalUrl({ publicUrl, slug: workspace.slug, portalHost: workspace.host }),
    isSecure: publicUrl.startsWith('https:'),
    path: asked.path,
    query: asked.query,
    params,
    clientAddress,
    requestId: request.id,
    origin: request.headers.origin ?? null,
    header: (name) => [request.headers[name]].flat()[0] ?? null,
    theme: asked.theme,
    cookieToken: asked.cookieToken,
  }
}

const workspaceOf = (row: ContextRow): PortalWorkspace => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  logoUrl: row.logo_url,
  accentColor: row.accent_color,
  access: row.portal_access,
  sections: {
    requests: row.portal_shows_requests,
    roadmap: row.portal_shows_roadmap,
    changelog: row.portal_shows_changelog,
  },
  host: row.portal_host,
  timeZone: row.time_zone,
  widgetOrigins: row.widget_origins,
  widgetGeneration: row.widget_generation,
})

/** The rest of a context, by somebody who has come to be signed in during it. */
export function withViewer(context: PortalContext, viewer: Viewer): PortalContext {
  const actor = { type: 'customer' as const, id: viewer.customerId }
  return {
    ...context,
    viewer,
    scope: { ...context.scope, actor },
    write: (work) => context.write((tx) => work({ ...tx, actor })),
  }
}

const viewerOf = (row: ContextRow): Viewer | null =>
  row.customer_id === null || row.session_id === null
    ? null
    : {
        customerId: row.customer_id,
        sessionId: row.session_id,
        name: row.customer_name,
        email: row.email,
        isTracked: row.is_tracked!,
      }
