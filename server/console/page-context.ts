import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { Visitor } from '../accounts/sessions/current-user.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { cookie } from '../platform/http/request/cookies.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { isStorable } from '../platform/validation.ts'
import { type ConsoleDeps, entranceContext } from './request-context.ts'

/** One request for a page, by anybody. */
export interface Visit {
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
  visitor: Visitor | null
}

/** By somebody who is signed in. */
export interface PersonVisit extends Visit {
  visitor: Visitor
}

export type Membership = Visitor['memberships'][number]

/** By a member of the team, in their workspace. */
export interface MemberVisit extends PersonVisit {
  membership: Membership
  /** How the member signs what they write. */
  name: string
  scope: Scope
  /** One transaction, run again when it loses a race. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  /** The address of the workspace's pages, without `/console`. */
  home: string
}

export async function visitOf(args: LoaderFunctionArgs): Promise<Visit> {
  const { deps, requestId, clientAddress, visitor } = args.context.get(entranceContext)
  const { request, params } = args
  const url = new URL(args.url)
  url.pathname = url.pathname.replace(/^\/console/, '') || '/'
  refuseUnstorable(url, params)
  return {
    deps,
    request,
    requestId,
    clientAddress,
    url,
    params,
    zone: zoneOf(request.headers),
    now: deps.clock(),
    visitor: await visitor(),
  }
}

/** Nothing that PostgreSQL has no form for is the name of anything, or in any text. @throws 404 */
function refuseUnstorable({ searchParams }: URL, params: Visit['params']): void {
  const texts = [...searchParams].flat().concat(Object.values(params).map((text = '') => text))
  if (!texts.every(isStorable)) throw notFound()
}

/** @throws a redirect to the sign-in page, which leads back. */
export async function personVisitOf(args: LoaderFunctionArgs): Promise<PersonVisit> {
  const visit = await visitOf(args)
  const { visitor } = visit
  if (visitor === null) throw redirect(signInAddress(visit))
  return { ...visit, visitor }
}

function signInAddress({ url, request }: Visit): string {
  const next = request.method === 'GET' ? `${url.pathname}${url.search}` : url.pathname
  return `/sign-in?${new URLSearchParams({ next })}`
}

/** @throws 404 for a workspace that is not there, and for one that is not theirs, alike. */
export async function memberVisitOf(args: LoaderFunctionArgs): Promise<MemberVisit> {
  const visit = await personVisitOf(args)
  const membership = visit.visitor.memberships.find(({ slug }) => slug === visit.params.workspace)
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
    name: visit.visitor.account.name,
    scope: { ...scope, db: deps.database.db },
    write: (work) =>
      inTransaction(deps.database.pool, (tx) => work({ ...scope, ...tx, enqueue: deps.jobs.enqueueIn(tx.db) })),
    home: `/w/${membership.slug}`,
  }
}

const zones = new Set(Intl.supportedValuesOf('timeZone'))

function zoneOf(headers: Headers): string {
  const zone = cookie(headers, 'heed_zone')
  return zone !== null && zones.has(zone) ? zone : 'UTC'
}
