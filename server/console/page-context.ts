import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { CurrentUser, Membership } from '../accounts/sessions/current-user.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readCookie } from '../platform/http/request/cookies.ts'
import { hasRecentWrite } from '../platform/http/request/recent-write.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { isStorable } from '../platform/validation.ts'
import { isOperator } from './operators.ts'
import { type ConsoleDeps, requestContext } from './request-context.ts'

/** The context of a page request, by a signed-in user or not. */
export interface PageContext {
  deps: ConsoleDeps
  request: Request
  requestId: string
  clientAddress: string
  /** The URL in the address bar, without `/console`. */
  url: URL
  params: Record<string, string | undefined>
  /** The reader's time zone; UTC until the browser has reported it. */
  zone: string
  now: string
  user: CurrentUser | null
  /** Allows forms of the page to end at this source too: browsers apply the policy to redirects after a submission. */
  allowFormTarget(source: string): void
}

/** The context of a request by a signed-in user. */
export interface UserContext extends PageContext {
  user: CurrentUser
}

/** The context of a request by a team member in one of their workspaces. */
export interface MemberContext extends UserContext {
  membership: Membership
  /** The name shown on what the member writes. */
  authorName: string
  scope: Scope
  /** Runs one transaction, and retries it if it loses a race. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** The path of the workspace's pages, without `/console`. */
  home: string
}

export async function loadPageContext(args: LoaderFunctionArgs): Promise<PageContext> {
  const { deps, requestId, clientAddress, currentUser, formTargets } = args.context.get(requestContext)
  const { request, params } = args
  const url = new URL(args.url)
  url.pathname = url.pathname.replace(/^\/console/, '') || '/'
  rejectUnstorable(url, params)
  return {
    deps,
    request,
    requestId,
    clientAddress,
    url,
    params,
    zone: readTimeZone(request.headers),
    now: deps.clock(),
    user: await currentUser(),
    allowFormTarget: (source) => formTargets.push(source),
  }
}

/** Rejects parameters that PostgreSQL cannot store, because no record can match them. @throws 404 */
function rejectUnstorable({ searchParams }: URL, params: PageContext['params']): void {
  const texts = [...searchParams].flat().concat(Object.values(params).map((text = '') => text))
  if (!texts.every(isStorable)) throw notFound()
}

/** Loads the context of a signed-in user. @throws a redirect to the sign-in page, which leads back here */
export async function requireUser(args: LoaderFunctionArgs): Promise<UserContext> {
  const context = await loadPageContext(args)
  const { user } = context
  if (user === null) throw redirect(signInPath(context))
  return { ...context, user }
}

function signInPath({ url, request }: PageContext): string {
  const next = request.method === 'GET' ? `${url.pathname}${url.search}` : url.pathname
  return `/sign-in?${new URLSearchParams({ next })}`
}

/** Loads the context of an operator of the instance. @throws the 404 of an unknown page for everyone else */
export async function requireOperator(args: LoaderFunctionArgs): Promise<UserContext> {
  const context = await requireUser(args)
  if (!isOperator(context.user, context.deps.settings)) throw notFound()
  return context
}

/** Loads the context of a team member. @throws the same 404 for an unknown workspace and for a foreign one */
export async function requireMember(
  args: LoaderFunctionArgs,
  options: { mayBeStale?: boolean } = {},
): Promise<MemberContext> {
  const context = await requireUser(args)
  const membership = context.user.memberships.find(({ slug }) => slug === context.params.workspace)
  if (membership === undefined) throw notFound()
  return memberContextFor(context, membership, options)
}

/**
 * Returns the context of the user as a member of one of their workspaces.
 * @param mayBeStale whether reads may miss what was committed a moment ago, unless this browser has just written
 */
export function memberContextFor(
  context: UserContext,
  membership: Membership,
  { mayBeStale = false }: { mayBeStale?: boolean } = {},
): MemberContext {
  const { deps } = context
  const { db, staleDb } = deps.database
  const { memberId, role, workspaceId } = membership
  const scope = {
    workspaceId,
    actor: { type: 'member' as const, id: memberId, role },
    agent: null,
    requestId: context.requestId,
    now: context.now,
  }
  return {
    ...context,
    membership,
    authorName: context.user.account.name,
    scope: { ...scope, db: mayBeStale && !hasRecentWrite(context.request.headers) ? staleDb : db },
    write: (work) =>
      inTransaction(deps.database.pool, (tx) => work({ ...scope, ...tx, enqueue: deps.jobs.enqueueIn(tx.db) })),
    home: `/w/${membership.slug}`,
  }
}

const zones = new Set(Intl.supportedValuesOf('timeZone'))

function readTimeZone(headers: Headers): string {
  const zone = readCookie(headers, 'heed_zone')
  return zone !== null && zones.has(zone) ? zone : 'UTC'
}
