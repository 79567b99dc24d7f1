import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { CurrentUser } from '../accounts/sessions/current-user.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readCookie } from '../platform/http/request/cookies.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { isStorable } from '../platform/validation.ts'
import { type ConsoleDeps, requestContext } from './request-context.ts'

/** One request for a page, by anybody. */
export interface PageContext {
  deps: ConsoleDeps
  request: Request
  requestId: string
  clientAddress: string
  /** As the reader sees it, but without `/console`. */
  url: URL
  params: Record<string, string | undefined>
  /** The reader's time zone; the instance's where their browser has not told. */
  zone: string
  now: string
  user: CurrentUser | null
}

/** By somebody who is signed in. */
export interface UserContext extends PageContext {
  user: CurrentUser
}

export type Membership = CurrentUser['memberships'][number]

/** By a member of the team, in their workspace. */
export interface MemberContext extends UserContext {
  membership: Membership
  /** How the member signs what they write. */
  authorName: string
  scope: Scope
  /** One transaction, run again when it loses a race. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** The address of the workspace's pages, without `/console`. */
  home: string
}

export async function loadPageContext(args: LoaderFunctionArgs): Promise<PageContext> {
  const { deps, requestId, clientAddress, currentUser: visitor } = args.context.get(requestContext)
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
    user: await visitor(),
  }
}

/** Nothing that PostgreSQL has no form for is the name of anything, or in any text. @throws 404 */
function rejectUnstorable({ searchParams }: URL, params: PageContext['params']): void {
  const texts = [...searchParams].flat().concat(Object.values(params).map((text = '') => text))
  if (!texts.every(isStorable)) throw notFound()
}

/** @throws a redirect to the sign-in page, which leads back. */
export async function requireUser(args: LoaderFunctionArgs): Promise<UserContext> {
  const visit = await loadPageContext(args)
  const { user: visitor } = visit
  if (visitor === null) throw redirect(signInPath(visit))
  return { ...visit, user: visitor }
}

function signInPath({ url, request }: PageContext): string {
  const next = request.method === 'GET' ? `${url.pathname}${url.search}` : url.pathname
  return `/sign-in?${new URLSearchParams({ next })}`
}

/** @throws 404 for a workspace that is not there, and for one that is not theirs, alike. */
export async function requireMember(args: LoaderFunctionArgs): Promise<MemberContext> {
  const visit = await requireUser(args)
  const membership = visit.user.memberships.find(({ slug }) => slug === visit.params.workspace)
  if (membership === undefined) throw notFound()
  const { deps } = visit
  const { memberId, role, workspaceId } = membership
  const scope = {
    workspaceId,
    actor: { type: 'member' as const, id: memberId, role },
    agent: null,
    requestId: visit.requestId,
    now: visit.now,
  }
  return {
    ...visit,
    membership,
    authorName: visit.user.account.name,
    scope: { ...scope, db: deps.database.db },
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
