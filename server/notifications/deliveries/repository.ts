import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { withoutIndex } from '../../platform/db/without-index.ts'
import { redactSecrets } from '../../platform/log.ts'
import type { MailOutcome } from '../../platform/mail/mailer.ts'
import type { DeliverJob } from '../queues.ts'
import { selectEligibility } from '../recipients/eligibility.ts'
import { isMailStopped } from '../recipients/suppression.ts'

/*
 * The life of a notification:
 *
 * 1. Event (`notification_events`, no `digest_id`): a request changed stage or got a reply. It waits for its grace
 *    period (events/record.ts), then for an hour since the last digest about the request. If the stage change has been
 *    undone by then, or the request is not public, its events are dropped. Published changelog entries skip this step:
 *    an announcement row is written with the publication.
 * 2. Digest (`notification_digests`): all events of the request so far. The digest keeps the stage change and deletes
 *    its events; replies stay, with the `digest_id`. Digests and announcements are fanned out in batches:
 *    `fanout_cursor` moves through the customers, and `fanned_out_at` ends the fan-out (recipients/fan-out.ts).
 * 3. Delivery (`notification_deliveries`), one for each recipient:
 *    due -> sending      claimed; `due_at` becomes the end of the claim, and `attempts` grows
 *    due -> suppressed   at the claim, if the recipient no longer wants it, opted out, bounced, or no longer has an
 *                        address. Also the initial state of recipients whose mail is suppressed at the fan-out.
 *    due -> failed       no mail could be sent at all for `retryWindowHours` since the first attempt
 *    sending -> sent     accepted by the mail server; recorded even if the claim had lapsed
 *    sending -> failed   rejected for good, or deferred for `retryWindowHours` since the first attempt
 *    sending -> due      deferred (`retryDelaysSeconds`), mail unavailable (a few minutes), or given back unsent
 *    A lapsed claim counts as due: another worker takes the delivery over.
 *    sent, failed and suppressed are final.
 *
 * The rows record the pending work; jobs only trigger it. requeue-lost-jobs.ts enqueues lost jobs again.
 */

/** A delivery that this process may send for `claimTtlSeconds`. */
export interface ClaimedDelivery {
  customerId: string
  /** Identifies the claim: its result is not recorded over a later claim. */
  attempt: number
  address: string
  name: string | null
  /** For an announcement: titles of linked requests that this customer submitted or voted for; four at most. */
  requestTitles: string[]
  /** For a digest: whether to include its stage change, and the ids of the replies to include. */
  includesStage: boolean
  replyIds: string[]
}

interface ClaimRow {
  id: string
  state: string
  attempts: number
  email: string
  name: string | null
  request_titles: string[]
  includes_stage: boolean
  reply_ids: string[]
}

/** How long a claim lasts, in seconds. Then its process counts as dead, and another may claim the delivery. */
export const claimTtlSeconds = 120

const hours = 3_600
// The delay before each retry, in seconds. The last delay repeats.
export const retryDelaysSeconds = [60, 300, 900, 1 * hours, 2 * hours, 4 * hours]
export const retryWindowHours = 24
// The longest delay while no mail can be sent at all. The delay grows by a minute per attempt, so that a message that
// breaks the connection does not keep the others from being tried.
export const outageDelayMaxMinutes = 5

/** The number of hard bounces in a row after which mail to an address stops. */
export const hardBounceLimit = 3

const sourceColumn = (job: DeliverJob) => sql.ref('entryId' in job ? 'entry_id' : 'digest_id')

const sourceOf = (job: DeliverJob) => ('entryId' in job ? job.entryId : job.digestId)

/** The columns by which `hasKeyOf` finds a delivery. */
const sourceValues = (job: DeliverJob) =>
  sql`${job.workspaceId}::uuid as workspace_id, ${sourceOf(job)}::uuid as source_id`

/**
 * Matches each delivery `d` with a materialized row by its full key. If the source were a constant of the statement, a plan
 * for announcements of average size would read all deliveries of a large one for each batch.
 */
const hasKeyOf = (job: DeliverJob, rows: string) => {
  const column = (name: string) => sql.ref(`${rows}.${name}`)
  return sql<boolean>`d.workspace_id = ${column('workspace_id')} and d.${sourceColumn(job)} = ${column('source_id')}
    and d.customer_id = ${column('customer_id')}`
}

/**
 * Selects the deliveries `d` of a range of customers. Comparing pairs of source and customer forces the index by source. A
 * plan for announcements of average size might otherwise read all deliveries of these customers.
 */
const inRange = (job: DeliverJob) => {
  const [column, source] = [sourceColumn(job), sourceOf(job)]
  return sql<boolean>`d.workspace_id = ${job.workspaceId} and d.${column} = ${source}
    and (d.${column}, d.customer_id) > (${source}::uuid, ${job.after}::uuid)
    and (d.${column}, d.customer_id) <= (${source}::uuid, ${job.through}::uuid)`
}

/**
 * Claims the next due deliveries of a range before anything is sent, so that no other worker sends them. Suppresses the
 * deliveries of customers who no longer want them.
 */
export async function claimDeliveries(
  { db }: Database,
  job: DeliverJob,
  limit: number,
  now: string,
): Promise<ClaimedDelivery[]> {
  const { workspaceId } = job
  for (;;) {
    const { rows } = await sql<ClaimRow>`
      with next as materialized (
        select d.workspace_id, d.${sourceColumn(job)} as source_id, d.customer_id from notification_deliveries d
        where ${inRange(job)} and ${withoutIndex(sql`d.state in ('due', 'sending') and d.due_at <= ${now}`)}
        order by d.customer_id limit ${limit} for update skip locked),
      claimed as materialized (
        select next.*, c.email, c.name, eligibility.*,
          eligibility.is_wanted is not true or c.email is null or ${isMailStopped('c')} as is_suppressed
        from next join customers c on c.workspace_id = ${workspaceId} and c.id = next.customer_id
        left join lateral (${selectEligibility(job)}) eligibility on true)
      update notification_deliveries d set
        state = case when is_suppressed then 'suppressed' else 'sending' end,
        attempts = attempts + case when is_suppressed then 0 else 1 end,
        first_tried_at = case when is_suppressed then first_tried_at else coalesce(first_tried_at, ${now}) end,
        due_at = case when is_suppressed then due_at else ${later(now, claimTtlSeconds)}::timestamptz end,
        ended_at = case when is_suppressed then ${now}::timestamptz end
        ${'digestId' in job ? sql`, includes_stage = claimed.includes_stage, reply_ids = claimed.reply_ids` : sql``}
      from claimed
      where ${hasKeyOf(job, 'claimed')}
      returning d.customer_id as id, d.state, d.attempts, claimed.email, claimed.name, claimed.request_titles,
        claimed.includes_stage, claimed.reply_ids`.execute(db)
    const claims = rows
      .filter(({ state }) => state === 'sending')
      .map(({ id, attempts, email, name, request_titles, includes_stage, reply_ids }) => ({
        customerId: id,
        attempt: attempts,
        address: email,
        name,
        requestTitles: request_titles,
        includesStage: includes_stage,
        replyIds: reply_ids,
      }))
    // A batch whose deliveries were all suppressed is not the end of the range.
    if (claims.length > 0 || rows.length === 0) return claims
  }
}

export interface DeliveryResult {
  claim: Pick<ClaimedDelivery, 'customerId' | 'attempt'>
  outcome: MailOutcome
}

/**
 * Records the outcomes of claimed deliveries. Deferred deliveries are retried for a day; rejected ones have failed. The
 * third hard bounce in a row stops mail to the address.
 * @returns the ids of customers whose address has just bounced.
 */
export async function recordResults(
  { db }: Database,
  job: DeliverJob,
  results: DeliveryResult[],
  now: string,
): Promise<string[]> {
  const column = <T>(value: (each: DeliveryResult) => T) => results.map(value)
  const { rows } = await sql<{ id: string }>`
    with results as materialized (
      select ${sourceValues(job)}, m.* from unnest(${column(({ claim }) => claim.customerId)}::uuid[],
        ${column(({ claim }) => claim.attempt)}::integer[], ${column(({ outcome }) => outcome.kind)}::text[],
        ${column(({ outcome }) => errorText(outcome))}::text[], ${column(({ outcome }) => isHardBounce(outcome))}::boolean[])
        as m (customer_id, attempt, kind, error, is_hard_bounce)),
    recorded as (
      update notification_deliveries d set
        state = case when m.kind = 'sent' then 'sent' when m.kind = 'refused' or ${isPastRetryWindow(now)} then 'failed' else 'due' end,
        error = case when m.kind = 'sent' then null else m.error end,
        due_at = case
          -- Seconds since 1970, because Citus refuses to add an interval to a time here.
          when m.kind = 'deferred' then to_timestamp(${Date.parse(now) / 1_000}::float8
            + (${retryDelaysSeconds}::integer[])[least(d.attempts, ${retryDelaysSeconds.length})])
          when m.kind = 'unavailable' then to_timestamp(${Date.parse(now) / 1_000}::float8
            + 60 * least(d.attempts, ${outageDelayMaxMinutes}))
          else d.due_at end,
        ended_at = case when m.kind in ('sent', 'refused') or ${isPastRetryWindow(now)} then ${now}::timestamptz end
      from results m
      where ${hasKeyOf(job, 'm')}
        -- A sent message stays sent, even if its claim lapsed and another worker took it.
        and (case when m.kind = 'sent' then d.state <> 'sent' else d.state = 'sending' and d.attempts = m.attempt end)
      returning d.customer_id, m.kind, m.is_hard_bounce, d.includes_stage, d.reply_ids)
    ${'digestId' in job ? countToldIn(job) : sql``}
    update customers c set
      mail_bounces = case when recorded.kind = 'sent' then 0 else c.mail_bounces + 1 end,
      mail_bounced_at = case when recorded.is_hard_bounce and c.mail_bounces + 1 >= ${hardBounceLimit}
                        then ${now}::timestamptz else c.mail_bounced_at end
    from recorded
    where c.workspace_id = ${job.workspaceId} and c.id = recorded.customer_id
      and (recorded.is_hard_bounce or (recorded.kind = 'sent' and c.mail_bounces > 0))
    returning case when c.mail_bounced_at = ${now}::timestamptz then c.id end as id`.execute(db)
  return rows.map(({ id }) => id).filter((id) => id !== null)
}

/**
 * Adds the sent messages to the counts of their digest, which pages read instead of its deliveries (told.ts). The counts are
 * computed from the locked row of the digest, because several processes send one digest.
 */
const countToldIn = ({ workspaceId, digestId }: Extract<DeliverJob, { digestId: string }>) => sql`
  , sent as materialized (
    select (select count(*) from recorded where kind = 'sent' and includes_stage) as of_stage,
      (select coalesce(jsonb_object_agg(id, count), '{}') from (
        select r.id, count(*) as count from recorded, unnest(reply_ids) r (id) where kind = 'sent' group by r.id) replies
      ) as of_replies),
  counted as (
    update notification_digests b set
      told_of_stage = b.told_of_stage + sent.of_stage,
      told_of_replies = b.told_of_replies || (
        select coalesce(jsonb_object_agg(key, value::integer + coalesce((b.told_of_replies ->> key)::integer, 0)), '{}')
        from jsonb_each_text(sent.of_replies))
    from sent
    where b.workspace_id = ${workspaceId} and b.id = ${digestId} and (sent.of_stage > 0 or sent.of_replies <> '{}'))`

const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1_000).toISOString()

const isPastRetryWindow = (now: string) =>
  sql`d.first_tried_at <= ${later(now, -retryWindowHours * hours)}::timestamptz`

const errorMaxLength = 500
// Mail servers repeat the recipient's address, which is private.
const errorText = ({ response }: MailOutcome): string => [...redactSecrets(response)].slice(0, errorMaxLength).join('')

const isHardBounce = (outcome: MailOutcome): boolean => outcome.kind === 'refused' && outcome.isAddressError

/** Postpones all due deliveries of a range while no mail can be sent at all, or fails them after a day of attempts. */
export async function postponeDeliveries(
  { db }: Database,
  job: DeliverJob,
  reason: string,
  now: string,
): Promise<void> {
  await sql`
    update notification_deliveries d set
      state = case when ${isPastRetryWindow(now)} then 'failed' else 'due' end,
      first_tried_at = coalesce(d.first_tried_at, ${now}),
      error = ${errorText({ kind: 'unavailable', response: reason })},
      due_at = ${now}::timestamptz + make_interval(mins => 1),
      ended_at = case when ${isPastRetryWindow(now)} then ${now}::timestamptz end
    where ${inRange(job)} and d.state = 'due' and d.due_at <= ${now}`.execute(db)
}

/** Releases claims whose messages were not sent; the attempt does not count. */
export async function releaseClaims(
  { db }: Database,
  job: DeliverJob,
  claims: ClaimedDelivery[],
  now: string,
): Promise<void> {
  if (claims.length === 0) return
  await sql`
    with claims as materialized (
      select ${sourceValues(job)}, c.* from unnest(${claims.map(({ customerId }) => customerId)}::uuid[],
        ${claims.map(({ attempt }) => attempt)}::integer[]) as c (customer_id, attempt))
    update notification_deliveries d set state = 'due', due_at = ${now}, attempts = d.attempts - 1
    from claims where ${hasKeyOf(job, 'claims')} and d.attempts = claims.attempt and d.state = 'sending'`.execute(db)
}

/** Returns when the next delivery of the range is due or its claim lapses (ISO 8601); null if all have ended. */
export async function findNextAttemptAt({ db }: Database, job: DeliverJob): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(d.due_at) as at from notification_deliveries d where ${inRange(job)} and ${withoutIndex(sql`d.state in ('due', 'sending')`)}`.execute(
    db,
  )
  return rows[0]!.at
}
