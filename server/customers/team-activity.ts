import { sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'

export interface CustomerRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  /** When the customer submitted it or voted for it. */
  at: string
}

export interface CustomerComment {
  id: string
  body: string
  at: string
  /** The request or entry that was commented on. */
  on: { kind: 'request' | 'entry'; id: string; title: string }
}

/** What a customer has done, by kind. */
export interface ActivityItemByKind {
  requests: CustomerRequest
  votes: CustomerRequest
  comments: CustomerComment
}

export type ActivityKind = keyof ActivityItemByKind

interface Selection {
  customerId: string
  /** Only what they did since then. */
  since?: string | undefined
  limit: number
  /** The time and id of the last row of the page before. */
  after?: (string | number)[] | undefined
}

/** Lists one kind of a customer's activity for the team, newest first. @throws 400 for a cursor of another list */
export async function listCustomerActivity<K extends ActivityKind>(
  scope: Scope,
  customerId: string,
  kind: K,
  {
    limit = 25,
    cursor,
    since,
  }: { limit?: number | undefined; cursor?: string | undefined; since?: string | undefined },
  signer: Signer,
): Promise<Page<ActivityItemByKind[K]>> {
  const cursors = createCursors(signer, 'customer activity', scope.workspaceId, { customerId, kind, since })
  const rows = await selectActivity(scope, kind, { customerId, since, limit: limit + 1, after: cursors.decode(cursor) })
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.at, row.id],
    (row) => row,
  )
}

export const selectActivity = <K extends ActivityKind>(
  scope: Scope,
  kind: K,
  selection: Selection,
): Promise<ActivityItemByKind[K][]> => readers[kind](scope, selection)

type Reader<Row> = (scope: Scope, selection: Selection) => Promise<Row[]>

const selectRequests: Reader<CustomerRequest> = async ({ db, workspaceId }, { customerId, since, limit, after }) => {
  const { rows } = await sql<CustomerRequest>`
    select f.id, f.title, f.stage, f.votes, f.created_at as at
    from feedback_context x join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId} ${isAfter(sql`f.created_at, f.id`, after)}
      ${isSince(sql`f.created_at`, since)}
    order by f.created_at desc, f.id desc limit ${limit}`.execute(db)
  return rows
}

const selectVotes: Reader<CustomerRequest> = async ({ db, workspaceId }, { customerId, since, limit, after }) => {
  const { rows } = await sql<CustomerRequest>`
    select f.id, f.title, f.stage, f.votes, v.created_at as at
    from votes v join feedback f on f.workspace_id = v.workspace_id and f.id = v.feedback_id
    where v.workspace_id = ${workspaceId} and v.customer_id = ${customerId} ${isAfter(sql`v.created_at, v.feedback_id`, after)}
      ${isSince(sql`v.created_at`, since)}
    order by v.created_at desc, v.feedback_id desc limit ${limit}`.execute(db)
  return rows
}

const selectComments: Reader<CustomerComment> = async ({ db, workspaceId }, { customerId, since, limit, after }) => {
  const { rows } = await sql<CustomerComment>`
    select c.id, c.body, c.created_at as at, json_build_object(
      'kind', case when c.entry_id is null then 'request' else 'entry' end,
      'id', coalesce(c.feedback_id, c.entry_id), 'title', coalesce(f.title, e.title)) as on
    from comments c
    left join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
    left join changelog_entries e on e.workspace_id = c.workspace_id and e.id = c.entry_id
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} ${isAfter(sql`c.created_at, c.id`, after)}
      ${isSince(sql`c.created_at`, since)}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

const isSince = (column: ReturnType<typeof sql>, since: Selection['since']) =>
  since === undefined ? sql`` : sql`and ${column} >= ${since}`

const isAfter = (columns: ReturnType<typeof sql>, after: Selection['after']) =>
  after ? sql`and (${columns}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``

const readers: { [K in ActivityKind]: Reader<ActivityItemByKind[K]> } = {
  requests: selectRequests,
  votes: selectVotes,
  comments: selectComments,
}
