import { sql } from 'kysely'
import { withDisplayTitle } from '../../feedback/public/title.ts'
import { isOwnPending, isVisible, isVisibleOnBoards } from '../../feedback/public/visibility.ts'
import type { Stage } from '../../feedback/schema.ts'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { isSelf } from './is-self.ts'

export interface OwnRequest {
  id: string
  title: string
  /** `pending` until the team reviews it. */
  stage: Stage
  /** When the customer submitted it, voted for it, or decided to follow it. */
  at: string
}

export interface OwnComment {
  body: string
  at: string
  /** The request or entry that was commented on. */
  on: { kind: 'request' | 'entry'; id: string; title: string }
  /** Whether it waits for review. */
  isWaiting: boolean
}

export interface OwnActivity {
  requests: OwnRequest[]
  votes: OwnRequest[]
  /** Requests that the customer follows without having voted for them. */
  follows: OwnRequest[]
  comments: OwnComment[]
}

/** The maximum number of each kind, latest first. */
export const ownActivityLimit = 50

/**
 * Lists a customer's own activity: public items, and their own pending requests and comments. Leaves out rejected
 * content and private boards. @throws 403 for any other actor
 */
export async function getOwnActivity(scope: Scope, customerId: string): Promise<OwnActivity> {
  permit(isSelf(scope.actor, customerId))
  const [requests, votes, follows, comments] = await Promise.all([
    requestsOf(scope, customerId),
    votesOf(scope, customerId),
    followsOf(scope, customerId),
    commentsOf(scope, customerId),
  ])
  return { requests, votes, follows, comments }
}

async function requestsOf({ db, workspaceId }: Scope, customerId: string): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    select f.id, f.title, f.stage, f.created_at as at
    from feedback_context x join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and (${isVisible('f')} or ${isOwnPending('f')})
    order by f.created_at desc, f.id desc limit ${sql.lit(ownActivityLimit)}`.execute(db)
  return rows.map(withDisplayTitle)
}

async function votesOf({ db, workspaceId }: Scope, customerId: string): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    select f.id, f.title, f.stage, v.created_at as at
    from votes v join feedback f on f.workspace_id = v.workspace_id and f.id = v.feedback_id
    where v.workspace_id = ${workspaceId} and v.customer_id = ${customerId} and ${isVisibleOnBoards('f', workspaceId)}
    order by v.created_at desc, f.id desc limit ${sql.lit(ownActivityLimit)}`.execute(db)
  return rows.map(withDisplayTitle)
}

async function followsOf({ db, workspaceId }: Scope, customerId: string): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    select f.id, f.title, f.stage, x.created_at as at
    from follows x join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId} and x.is_following and ${isVisible('f')}
      and not exists (select from votes v
        where v.workspace_id = x.workspace_id and v.feedback_id = x.feedback_id and v.customer_id = x.customer_id)
    order by x.created_at desc, f.id desc limit ${sql.lit(ownActivityLimit)}`.execute(db)
  return rows.map(withDisplayTitle)
}

async function commentsOf({ db, workspaceId }: Scope, customerId: string): Promise<OwnComment[]> {
  const { rows } = await sql<OwnComment>`
    select left(c.body, 600) as body, c.created_at as at, c.is_waiting as "isWaiting", case when f.id is not null
      then json_build_object('kind', 'request', 'id', f.id, 'title', f.title)
      else json_build_object('kind', 'entry', 'id', e.id, 'title', e.title) end as on
    from (
      select workspace_id, id, feedback_id, entry_id, body, created_at, false as is_waiting from comments
      where workspace_id = ${workspaceId} and customer_id = ${customerId}
      union all
      select workspace_id, id, feedback_id, entry_id, body, created_at, true from pending_comments
      where workspace_id = ${workspaceId} and customer_id = ${customerId} and status = 'pending') c
    left join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id and ${isVisible('f')}
    left join changelog_entries e on e.workspace_id = c.workspace_id and e.id = c.entry_id and e.published_at is not null
    where f.id is not null or e.id is not null
    order by c.created_at desc, c.id desc limit ${sql.lit(ownActivityLimit)}`.execute(db)
  return rows.map((comment) => ({ ...comment, on: withDisplayTitle(comment.on) }))
}
