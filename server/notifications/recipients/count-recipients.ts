import { type RawBuilder, sql } from 'kysely'
import { isOnPublicBoard, isVisible } from '../../feedback/public/visibility.ts'
import { hearsAbout } from '../../follows/hears.ts'
import type { Scope } from '../../platform/scope.ts'
import { nextDigestAt } from '../digests/timing.ts'
import { mayBeMailedAbout, wantsStaffReply, wantsStages } from './request-audience.ts'
import { isMailStopped } from './suppression.ts'

/** An act that would notify people: a change of the stage to a public one, or a staff reply. */
export type CountedAct = { kind: 'stages' } | { kind: 'replies'; parentId?: string | undefined }

export interface RecipientCount {
  /** The number of people, at most `recipientCountLimit`. */
  count: number
  /** Whether there are more. */
  isCapped: boolean
  /** How long the mail waits, in minutes. For several requests: at least. */
  minutes: number
}

/** Counting more people takes longer than the number is worth. */
export const recipientCountLimit = 5_000

/**
 * Counts the people whom an act on these requests would email now, by the rules of the fan-out. People who opted out,
 * whose address bounced or who have none are not counted, and people who follow several of the requests count once.
 */
export async function countRecipients(
  { db, workspaceId, now }: Scope,
  feedbackIds: string[],
  act: CountedAct,
): Promise<RecipientCount> {
  const { rows } = await sql<{ count: number; lastDigestAt: string | null }>`
    select (select count(*) from (
        select distinct r.id ${recipientsOf(workspaceId, feedbackIds, act)}
        limit ${recipientCountLimit + 1}) recipients) as count,
      (select min(latest.at) from unnest(${feedbackIds}::uuid[]) as ids (id) cross join lateral (
        select max(b.created_at) as at from notification_digests b
        where b.workspace_id = ${workspaceId} and b.feedback_id = ids.id) latest
        having count(*) = count(latest.at)) as "lastDigestAt"`.execute(db)
  const { count, lastDigestAt } = rows[0]!
  return toRecipientCount(count, lastDigestAt, now)
}

/**
 * Counts the people whom a stage change and a staff reply on one request would email, as `countRecipients` does, in one
 * statement that checks each person once.
 */
export async function countRecipientsOfRequest(
  scope: Scope,
  feedbackId: string,
): Promise<Record<CountedAct['kind'], RecipientCount>> {
  const { db, workspaceId, now } = scope
  const [stages, replies] = [{ kind: 'stages' }, { kind: 'replies' }] as const
  const wanted = (act: CountedAct) => sql`shows.${sql.ref(act.kind)} and ${wantsOf(act, sql`true`)}`
  // `offset 0` keeps the conditions from being evaluated once for each of their uses.
  const { rows } = await sql<{ people: number; stages: number; replies: number; lastDigestAt: string | null }>`
    with people as materialized (
      select c.id, ${wanted(stages)} as stages, ${wanted(replies)} as replies
      from feedback f
      cross join lateral (select ${isDisclosed(stages)} as stages, ${isDisclosed(replies)} as replies offset 0) shows
      cross join lateral (
        select c.* from (${candidatesOf('f', stages)}) candidates
        join customers c on c.workspace_id = ${workspaceId} and c.id = candidates.customer_id
        where c.email is not null and not ${isMailStopped('c')} and ${mayBeMailedAbout('c', 'f')} and ${hearsAbout('c', 'f')}
        offset 0) c
      where f.workspace_id = ${workspaceId} and f.id = ${feedbackId} and (${wanted(stages)} or ${wanted(replies)})
      limit ${candidateLimit})
    select count(*) as people, count(distinct id) filter (where stages) as stages,
      count(distinct id) filter (where replies) as replies,
      (select max(created_at) from notification_digests
        where workspace_id = ${workspaceId} and feedback_id = ${feedbackId}) as "lastDigestAt"
    from people`.execute(db)
  const { people, lastDigestAt, ...counts } = rows[0]!
  // The limit may have cut off people who want only the kind of mail that most others don't.
  const present = (act: CountedAct) =>
    people === candidateLimit && counts[act.kind] <= recipientCountLimit
      ? countRecipients(scope, [feedbackId], act)
      : toRecipientCount(counts[act.kind], lastDigestAt, now)
  return { stages: await present(stages), replies: await present(replies) }
}

/** Describes a count, with the time until its mail may be sent. @param lastDigestAt of the request */
export const toRecipientCount = (count: number, lastDigestAt: string | null, now: string): RecipientCount => ({
  count: Math.min(count, recipientCountLimit),
  isCapped: count > recipientCountLimit,
  minutes: Math.ceil((Date.parse(nextDigestAt(now, lastDigestAt)) - Date.parse(now)) / 60_000),
})

/**
 * Counts the people whom an act on each of these requests alone would email, at most `recipientCountLimit` each. Requests
 * without any are left out.
 */
export async function countRecipientsOfEach(
  { db, workspaceId }: Scope,
  feedbackIds: string[],
  act: CountedAct,
): Promise<Map<string, number>> {
  if (feedbackIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select f.id, least(count(distinct r.id), ${recipientCountLimit}) as count
    ${recipientsOf(workspaceId, feedbackIds, act)} group by f.id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

// One more than is counted, and the two people who may occur twice: the submitter and the author of a comment.
const candidateLimit = recipientCountLimit + 3

/**
 * Selects the people `r` to be emailed about each request `f`. Stops at the limit for each request, so that a request
 * with many voters costs no more.
 */
const recipientsOf = (workspaceId: string, feedbackIds: string[], act: CountedAct) => sql`
  from feedback f
  cross join lateral (
    select c.id from (${candidatesOf('f', act)}) candidates
    join customers c on c.workspace_id = ${workspaceId} and c.id = candidates.customer_id
    where ${isDisclosed(act)} and c.email is not null and not ${isMailStopped('c')}
      and ${mayBeMailedAbout('c', 'f')} and ${wants(act)}
    limit ${candidateLimit}) r
  where f.workspace_id = ${workspaceId} and f.id = any(${feedbackIds}::uuid[])`

/** Selects everyone who might be notified, through indexes; `wants` decides. Followers who voted occur once. */
const candidatesOf = (feedback: string, act: CountedAct): RawBuilder<unknown> => {
  const of = (alias: string) => sql`${sql.ref(`${alias}.workspace_id`)} = ${sql.ref(`${feedback}.workspace_id`)}
    and ${sql.ref(`${alias}.feedback_id`)} = ${sql.ref(`${feedback}.id`)}`
  const parent = parentOf(act)
  return sql`select v.customer_id from votes v where ${of('v')}
    union all select x.customer_id from feedback_context x where ${of('x')}
    union all select w.customer_id from follows w where ${of('w')} and w.is_following
      and not exists (select from votes v where ${of('v')} and v.customer_id = w.customer_id)
    ${parent === null ? sql`` : sql`union all select p.customer_id from comments p where ${of('p')} and p.id = ${parent}`}`
}

const parentOf = (act: CountedAct): string | null => (act.kind === 'replies' && act.parentId) || null

/** A stage change approves the request; a reply is only mailed if the request is public already. */
const isDisclosed = ({ kind }: CountedAct) => (kind === 'stages' ? isOnPublicBoard('f') : isVisible('f'))

const wants = (act: CountedAct): RawBuilder<boolean> => wantsOf(act, hearsAbout('c', 'f'))

/** Matches customers `c` who want mail about an act. @param isParticipant whether the request notifies them */
function wantsOf(act: CountedAct, isParticipant: RawBuilder<boolean>): RawBuilder<boolean> {
  if (act.kind === 'stages') return wantsStages('c', isParticipant)
  const parent = parentOf(act)
  const isAnswered =
    parent === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from comments p
          where p.workspace_id = c.workspace_id and p.id = ${parent} and p.customer_id = c.id)`
  return wantsStaffReply('c', isParticipant, isAnswered)
}
