import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { selectPublicName } from '../../customers/public-name.ts'
import { canReadPrivatePortal } from '../../customers/sign-in/access.ts'
import type { Stage } from '../../feedback/schema.ts'
import { resolveFileUrl } from '../../files/url.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { readCookie } from '../../platform/http/request/cookies.ts'
import { hasRecentWrite } from '../../platform/http/request/recent-write.ts'
import { type LegalUrls, selectLegalUrls } from '../../platform/legal-links.ts'
import { buildPortalUrl } from '../../platform/portal-url.ts'
import { notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { isStorable } from '../../platform/validation.ts'
import { nameStages, type StageLabels, selectStageLabels } from '../../workspaces/stage-labels.ts'
import { hashSessionToken, sessionCookie, type Viewer } from '../auth/session.ts'
import { bearerToken } from './bearer.ts'
import { isOnCustomDomain } from './custom-domains.ts'
import type { PortalHandlerDeps } from './deps.ts'
import type { RouteOptions } from './route.ts'

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
  /** What customers read for each stage. */
  stageLabels: Record<Stage, string>
  legal: LegalUrls
  /** Whether the footer says “Powered by Heed”. */
  showsBranding: boolean
  /** The origins whose pages may read cross-origin responses (cors.ts). */
  widgetOrigins: string[]
  /** The generation of the valid widget token (widget-token.ts). */
  widgetGeneration: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the portal of the request has been loaded. */
    portalContext: PortalContext | null
  }
}

export const sections = ['requests', 'roadmap', 'changelog'] as const
export type Section = (typeof sections)[number]

export type Theme = 'light' | 'dark' | null

/** One HTTP request to a portal, after its workspace, session and viewer have been loaded. */
export interface PortalContext {
  deps: PortalHandlerDeps
  workspace: PortalWorkspace
  viewer: Viewer | null
  scope: Scope
  /** Runs a transaction as the viewer, and again when it loses a race. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** The path prefix of links to the portal's pages: `/p/acme`, or empty on a custom domain. */
  base: string
  /** The absolute URL of the portal without a final slash: for feeds, mail and search engines. */
  portalUrl: string
  isSecure: boolean
  /** Below `base`, without a query: `/`, `/roadmap`. */
  path: string
  query: URLSearchParams
  params: Record<string, string>
  clientAddress: string
  requestId: string
  /** The `Origin` header; browsers omit it from most GET requests. */
  origin: string | null
  /** Of the request: GET, HEAD, POST or OPTIONS. */
  method: string
  /** Returns the value of a header, or null. */
  header(name: string): string | null
  /** Returns the value of a cookie, or null. */
  cookie(name: string): string | null
  theme: Theme
  /** The session token in the browser's cookie. It identifies the viewer except on cross-origin routes. */
  cookieToken: string | null
}

/** What is known about a request before the database is queried. */
export interface PortalRequest {
  slug: string
  base: string
  path: string
  query: URLSearchParams
  /** The session token that identifies the viewer. */
  token: string | null
  cookieToken: string | null
  theme: Theme
  /** Whether the response may miss what was committed a moment ago. */
  mayBeStale: boolean
}

/**
 * Parses a request.
 * @param isCrossOrigin whether pages of other sites may send it. They send a session token as `Authorization: Bearer`,
 * or as `Heed-Session` next to another credential; a cookie is ignored, since browsers may attach it to any site's
 * request.
 */
export function parsePortalRequest(
  request: FastifyRequest,
  { isCrossOrigin = false, isCacheable = false }: Pick<RouteOptions, 'isCrossOrigin' | 'isCacheable'> = {},
): PortalRequest {
  const { slug } = request.params as { slug: string }
  const { pathname, searchParams: query } = new URL(request.url, 'http://portal')
  const prefix = `/p/${slug}`
  // A cookie's path would not match another spelling of the slug (`%64emo`).
  if (!pathname.startsWith(prefix)) throw notFound()
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const theme = readCookie(headers, 'heed_theme')
  const cookieToken = readCookie(headers, sessionCookie)
  const token = isCrossOrigin ? sessionTokenOf(request.headers) : cookieToken
  return {
    slug,
    base: isOnCustomDomain(request) ? '' : prefix,
    path: pathname.slice(prefix.length) || '/',
    query,
    token,
    cookieToken,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    // Pages of other sites do not send the cookie of a recent write.
    mayBeStale:
      isCacheable && !isCrossOrigin && request.method !== 'POST' && token === null && !hasRecentWrite(headers),
  }
}

const sessionTokenOf = ({ 'heed-session': session, authorization }: FastifyRequest['headers']): string | null =>
  typeof session === 'string' ? session : bearerToken(authorization)

interface ContextRow extends LegalUrls {
  id: string
  slug: string
  name: string
  logo_url: string | null
  accent_color: string | null
  time_zone: string
  stage_labels: StageLabels
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
  public_name: string | null
  portal_shows_branding: boolean
  email: string | null
  is_tracked: boolean | null
  is_participant: boolean | null
  is_admitted: boolean | null
}

// A distributed database would ask every node for a comparison with null, whose result does not depend on the workspace.
const noHash = Buffer.alloc(0)

/**
 * Loads the workspace, session and viewer of a request in one statement. On a private portal, customers who have lost
 * access, such as people who have left the team, count as signed out even if they have a session.
 * @throws 404
 */
export async function loadPortalContext(
  deps: PortalHandlerDeps,
  { slug, base, path, query, token, cookieToken, theme, mayBeStale }: PortalRequest,
  { request, clientAddress }: { request: FastifyRequest; clientAddress: string },
): Promise<PortalContext> {
  const params = request.params as Record<string, string>
  if (![...query].flat().concat(Object.values(params)).every(isStorable)) throw notFound()
  const now = deps.clock()
  const db = mayBeStale ? deps.database.staleDb : deps.database.db
  const hash = hashSessionToken(token) ?? (sendsDistributedStatements() ? noHash : null)
  const { rows } = await sql<ContextRow>`
    select w.workspace_id as id, w.slug, w.name, w.logo_url, w.accent_color, w.time_zone, ${selectStageLabels} as stage_labels, w.portal_access,
      w.portal_shows_requests, w.portal_shows_roadmap, w.portal_shows_changelog, w.portal_host,
      w.widget_origins, w.widget_generation, ${selectLegalUrls},
      s.id as session_id, c.id as customer_id, c.name as customer_name, c.email,
      ${selectPublicName('c', sql.ref('w.workspace_id'))} as public_name, w.portal_shows_branding,
      c.is_tracked, c.is_participant, c.is_admitted
    from workspaces w
    left join customer_sessions s on s.workspace_id = w.workspace_id and s.hash = ${hash}
      and s.expires_at > ${now}
    left join customers c on c.workspace_id = w.workspace_id and c.id = s.customer_id
      and (w.portal_access = 'public' or ${canReadPrivatePortal('c')})
    where w.slug = ${slug} ${await workspaceCondition(db, slug)}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const workspace = workspaceOf(row, base)
  const viewer = viewerOf(row)
  const scope = {
    workspaceId: workspace.id,
    actor: { type: 'customer' as const, id: viewer?.customerId ?? null },
    agent: null,
    requestId: request.id,
    now,
  }
  const { publicUrl } = deps.settings
  return {
    deps,
    workspace,
    viewer,
    scope: { ...scope, db },
    write: (work) =>
      inTransaction(deps.database.pool, (tx) => work({ ...scope, ...tx, enqueue: deps.jobs.enqueueIn(tx.db) })),
    base,
    portalUrl: buildPortalUrl({ publicUrl, slug: workspace.slug, portalHost: workspace.host }),
    isSecure: publicUrl.startsWith('https:'),
    path,
    query,
    params,
    clientAddress,
    requestId: request.id,
    origin: request.headers.origin ?? null,
    method: request.method,
    header: (name) => [request.headers[name]].flat()[0] ?? null,
    cookie: (name) => readCookie(new Headers({ cookie: request.headers.cookie ?? '' }), name),
    theme,
    cookieToken,
  }
}

/**
 * Adds a condition on the workspace's id, without which a distributed database would search the sessions of every node.
 */
async function workspaceCondition(db: Scope['db'], slug: string): Promise<RawBuilder<unknown>> {
  if (!sendsDistributedStatements()) return sql``
  const row = await db.selectFrom('workspaces').select('workspace_id').where('slug', '=', slug).executeTakeFirst()
  if (!row) throw notFound()
  return sql`and w.workspace_id = ${row.workspace_id}`
}

const workspaceOf = (row: ContextRow, base: string): PortalWorkspace => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  logoUrl: row.logo_url && resolveFileUrl(row.logo_url, base),
  accentColor: row.accent_color,
  access: row.portal_access,
  sections: {
    requests: row.portal_shows_requests,
    roadmap: row.portal_shows_roadmap,
    changelog: row.portal_shows_changelog,
  },
  host: row.portal_host,
  timeZone: row.time_zone,
  stageLabels: nameStages(row.stage_labels),
  legal: { privacyUrl: row.privacyUrl, termsUrl: row.termsUrl, imprintUrl: row.imprintUrl },
  showsBranding: row.portal_shows_branding,
  widgetOrigins: row.widget_origins,
  widgetGeneration: row.widget_generation,
})

/** Returns the context of the same request after a customer has signed in during it. */
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
        publicName: row.public_name,
        email: row.email,
        isTracked: row.is_tracked!,
        isParticipant: row.is_participant!,
        isAdmitted: row.is_admitted!,
      }
