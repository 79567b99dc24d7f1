import { sql } from 'kysely'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Database } from '../../platform/db/database.ts'
import { redactSecrets } from '../../platform/log.ts'
import type { MailOutcome } from '../../platform/mail/mailer.ts'
import type { DeliverJob } from '../queues.ts'
import { isAnnouncementRecipient, isSuppressed } from '../recipients/announcement-recipients.ts'
import { digestContentFor } from '../recipients/digest-recipients.ts'

/** A message that is this process's to send, for `claimSeconds`. */
export interface ClaimedDelivery {
  customerId: string
  /** The number of this claim on the message: what another has claimed since is not this one's to mark. */
  attempt: number
  address: string
  name: string | null
  /** Of an entry: titles of requests that it answers and that this customer filed or voted for; four at most. */
  requestTitles: string[]
  /** Of a bundle: whether they are to hear of its stage, and the comments that they are to hear of. */
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

/** How long a process may take to send what it has claimed, in seconds; then it counts as dead, and another may. */
export const claimTtlSeconds = 120

const hours = 3_600
// Before each further try, in seconds.
const retryDelaysSeconds = [60, 300, 900, 1 * hours, 2 * hours, 4 * hours]
const retryWindowHours = 24
// While no mail can be sent at all: a minute more with each try, so that a message that is itself what breaks the
// connection does not keep the others from being tried.
const outageDelayMaxMinutes = 5

/** Messages in a row that were refused for good, before mail to an address stops. */
export const hardBounceLimit = 3

const hasSource = (job: DeliverJob) =>
  'entryId' in job
    ? sql<boolean>`d.workspace_id = ${job.workspaceId} and d.entry_id = ${job.entryId}`
    : sql<boolean>`d.workspace_id = ${job.workspaceId} and d.digest_id = ${job.digestId}`

const inRange = (job: DeliverJob) =>
  sql<boolean>`${hasSource(job)} and d.customer_id > ${job.after} and d.customer_id <= ${job.through}`

/** What concerns the customer `c`, and whether they want to hear of it. */
const selectEligibility = (job: DeliverJob) =>
  'entryId' in job
    ? sql`select ${isAnnouncementRecipient('c')} and not ${isSuppressed('c')} as is_wanted, false as includes_stage, '{}'::uuid[] as reply_ids, array(
        select f.title from changelog_entry_feedback l
        join feedback f on f.workspace_id = l.workspace_id and f.id = l.feedback_id
        where l.workspace_id = c.workspace_id and l.entry_id = ${job.entryId} and ${isVisible('f')} and (
          exists (select from votes v
            where v.workspace_id = f.workspace_id and v.feedback_id = f.id and v.customer_id = c.id)
          or exists (select from feedback_context x
            where x.workspace_id = f.workspace_id and x.feedback_id = f.id and x.customer_id = c.id))
        order by l.position limit 4) as request_titles`
    : sql`select news.includes_stage or news.reply_ids <> '{}' as is_wanted, news.includes_stage, news.reply_ids,
        '{}'::text[] as request_titles from (${digestContentFor(job.digestId)}) news`

/**
 * Takes the next messages of a range that are due, and marks them before anything is sent: nobody else takes them
 * meanwhile. A customer who wants none any more is passed over for good.
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
        select d.customer_id from notification_deliveries d
        where ${inRange(job)} and d.state in ('due', 'sending') and d.due_at <= ${now}
        order by d.customer_id limit ${limit} for update skip locked),
      taken as materialized (
        select c.id as customer_id, c.email, c.name, concern.*, concern.is_wanted is not true
          or c.email is null or c.mail_opted_out_at is not null or c.mail_bounced_at is not null as is_suppressed
        from next join customers c on c.workspace_id = ${workspaceId} and c.id = next.customer_id
        left join lateral (${selectEligibility(job)}) concern on true)
      update notification_deliveries d set
        state = case when is_suppressed then 'suppressed' else 'sending' end,
        attempts = attempts + case when is_suppressed then 0 else 1 end,
        first_tried_at = case when is_suppressed then first_tried_at else coalesce(first_tried_at, ${now}) end,
        due_at = case when is_suppressed then due_at else ${now}::timestamptz + make_interval(secs => ${claimTtlSeconds}) end,
        ended_at = case when is_suppressed then ${now}::timestamptz end
      from taken
      where ${hasSource(job)} and d.customer_id = taken.customer_id
      returning d.customer_id as id, d.state, d.attempts, taken.email, taken.name, taken.request_titles, taken.includes_stage,
        taken.reply_ids`.execute(db)
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
    // A page of nothing but opted-out customers is no end.
    if (claims.length > 0 || rows.length === 0) return claims
  }
}

export interface DeliveryResult {
  claim: Pick<ClaimedDelivery, 'customerId' | 'attempt'>
  outcome: MailOutcome
}

/**
 * Writes down what became of messages. Put off, they are due again later, for a day; refused for good, they have failed,
 * and the third message in a row stops mail to the address.
 * @returns the customers whose address was stopped by this.
 */
export async function recordResults(
  { db }: Database,
  job: DeliverJob,
  sent: DeliveryResult[],
  now: string,
): Promise<string[]> {
  const column = <T>(value: (each: DeliveryResult) => T) => sent.map(value)
  const { rows } = await sql<{ id: string }>`
    with marks as (
      select * from unnest(${column(({ claim }) => claim.customerId)}::uuid[],
        ${column(({ claim }) => claim.attempt)}::integer[], ${column(({ outcome }) => outcome.kind)}::text[],
        ${column(({ outcome }) => errorText(outcome))}::text[], ${column(({ outcome }) => isHardBounce(outcome))}::boolean[])
        as m (customer_id, attempt, kind, words, is_at_fault)),
    marked as (
      update notification_deliveries d set
        state = case when m.kind = 'sent' then 'sent' when m.kind = 'refused' or ${isPastRetryWindow(now)} then 'failed' else 'due' end,
        error = case when m.kind = 'sent' then null else m.words end,
        due_at = case m.kind
          when 'deferred' then ${now}::timestamptz
            + make_interval(secs => (${retryDelaysSeconds}::integer[])[least(d.attempts, ${retryDelaysSeconds.length})])
          when 'unavailable' then ${now}::timestamptz + make_interval(mins => least(d.attempts, ${outageDelayMaxMinutes}))
          else d.due_at end,
        ended_at = case when m.kind in ('sent', 'refused') or ${isPastRetryWindow(now)} then ${now}::timestamptz end
      from marks m
      where ${hasSource(job)} and d.customer_id = m.customer_id
        -- What was sent was sent, whoever has claimed it since.
        and (case when m.kind = 'sent' then d.state <> 'sent' else d.state = 'sending' and d.attempts = m.attempt end)
      returning d.customer_id, m.kind, m.is_at_fault)
    update customers c set
      mail_bounces = case when marked.kind = 'sent' then 0 else c.mail_bounces + 1 end,
      mail_bounced_at = case when marked.is_at_fault and c.mail_bounces + 1 >= ${hardBounceLimit}
                        then ${now}::timestamptz else c.mail_bounced_at end
    from marked
    where c.workspace_id = ${job.workspaceId} and c.id = marked.customer_id
      and (marked.is_at_fault or (marked.kind = 'sent' and c.mail_bounces > 0))
    returning case when c.mail_bounced_at = ${now}::timestamptz then c.id end as id`.execute(db)
  return rows.map(({ id }) => id).filter((id) => id !== null)
}

const isPastRetryWindow = (now: string) =>
  sql`d.first_tried_at <= ${now}::timestamptz - make_interval(hours => ${retryWindowHours})`

const errorMaxLength = 500
// Servers repeat the address, which is nobody's business but its owner's.
const errorText = ({ words }: MailOutcome): string => [...redactSecrets(words)].slice(0, errorMaxLength).join('')

const isHardBounce = (outcome: MailOutcome): boolean => outcome.kind === 'refused' && outcome.isAddressError

/** While no mail can be sent at all, nothing of a range is tried: all of it waits, or fails after a day. */
export async function postponeDeliveries({ db }: Database, job: DeliverJob, words: string, now: string): Promise<void> {
  await sql`
    update notification_deliveries d set
      state = case when ${isPastRetryWindow(now)} then 'failed' else 'due' end,
      first_tried_at = coalesce(d.first_tried_at, ${now}),
      error = ${errorText({ kind: 'unavailable', words })},
      due_at = ${now}::timestamptz + make_interval(mins => 1),
      ended_at = case when ${isPastRetryWindow(now)} then ${now}::timestamptz end
    where ${inRange(job)} and d.state = 'due' and d.due_at <= ${now}`.execute(db)
}

/** Gives back what was claimed and not sent. */
export async function releaseClaims(
  { db }: Database,
  job: DeliverJob,
  claims: ClaimedDelivery[],
  now: string,
): Promise<void> {
  if (claims.length === 0) return
  await sql`
    update notification_deliveries d set state = 'due', due_at = ${now}, attempts = d.attempts - 1
    from unnest(${claims.map(({ customerId }) => customerId)}::uuid[], ${claims.map(({ attempt }) => attempt)}::integer[])
      as c (customer_id, attempt)
    where ${inRange(job)} and d.customer_id = c.customer_id and d.attempts = c.attempt and d.state = 'sending'`.execute(
    db,
  )
}

/** When the next message of the range is due, or its claim lapses; null when all have ended. ISO 8601. */
export async function findNextAttemptAt({ db }: Database, job: DeliverJob): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(d.due_at) as at from notification_deliveries d where ${inRange(job)} and d.state in ('due', 'sending')`.execute(
    db,
  )
  return rows[0]!.at
}
