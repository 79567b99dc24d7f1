import { publishScheduledEntries } from '../../changelog/publishing/publish-scheduled.ts'
import { indexTexts } from '../../feedback/search/index-texts.ts'
import { deleteExpiredRows } from '../../housekeeping/delete-expired.ts'
import { claimDeliveries, recordResults, releaseClaims } from '../../notifications/deliveries/repository.ts'
import { createDueDigests } from '../../notifications/digests/create-due-digests.ts'
import { fanOut } from '../../notifications/recipients/fan-out.ts'
import { requeueLostJobs } from '../../notifications/requeue-lost-jobs.ts'
import { newId, nilUuid } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { applyRetention } from '../../retention/apply.ts'
import { previewRetention } from '../../retention/expired.ts'
import type { RetentionSettings } from '../../retention/settings.ts'
import { unsentEntryId } from './dataset.ts'
import { call, type HotOperation, read, type Subject } from './subject.ts'

// A batch of the fan-out.
const batch = 1_000
// The comments of all customers of a workspace. Once an hour, all old customers are compared with what they have done.
const commented = 2_000
// All unindexed texts. A job counts them every five minutes through their own index.
const unindexed = 10_000
// All workspaces of the instance, whose settings are read once an hour. They have many more closed requests.
const workspaces = 200

/** What the worker does. */
export const jobOperations: HotOperation[] = [
  {
    name: 'publish to the first thousand customers',
    run: publish,
    index: 'customers_pkey',
    maxRead: batch,
    maxSorted: batch,
  },
  {
    name: 'claim ten deliveries of a large announcement, and record their results',
    run: deliver,
    index: 'notification_deliveries_entry',
  },
  {
    name: 'housekeeping',
    run: ({ app }) => deleteExpiredRows(app.database, new AbortController().signal),
    index: null,
  },
  {
    name: 'find workspaces with too many unindexed texts',
    run: ({ app }) =>
      indexTexts(app.database, (id, work) => writeAsSystem(app, id, work), new AbortController().signal).then(() => {}),
    index: 'feedback_unindexed_text',
    maxRead: unindexed,
  },
  {
    name: 'due digests',
    run: ({ app }) => createDueDigests(app, new Date(Date.now() + 600_000).toISOString()),
    index: null,
  },
  {
    name: 'a digest to the first thousand voters',
    run: read(sendDigest),
    index: null,
    // Three lookups for each recipient.
    maxRead: 3 * batch,
    maxSorted: 2 * batch,
  },
  { name: 'publish scheduled entries', run: publishScheduled, index: 'changelog_entries_scheduled' },
  {
    name: 'recover lost jobs',
    run: recoverLostJobs,
    index: 'notification_deliveries_open',
    maxRead: batch,
    maxSorted: batch,
  },
  {
    name: 'retention: delete inactive customers',
    run: retain({ inactiveMonths: 12 }),
    index: 'votes_of_customer',
    maxRead: commented,
  },
  {
    name: 'retention: delete idle visitors',
    run: retain({ visitorDays: 30 }),
    index: 'votes_of_customer',
    maxRead: commented,
  },
  {
    name: 'retention: delete inactive customers and idle visitors',
    run: retain({ inactiveMonths: 12, visitorDays: 30 }),
    index: 'votes_of_customer',
    maxRead: commented,
  },
  {
    name: 'retention: delete context',
    run: retain({ contextMonths: 12 }),
    index: 'feedback_by_stage',
    maxRead: workspaces,
  },
  {
    name: 'retention: preview',
    run: read((scope) => previewRetention(scope, { inactiveMonths: 12, visitorDays: 30, contextMonths: 12 })),
    index: 'customers_newest',
    maxRead: commented,
  },
]

async function publish(subject: Subject): Promise<void> {
  const entry = (await call('POST', () => '/changelog', { title: 'News' })(subject)) as { id: string }
  await call('POST', () => `/changelog/${entry.id}/publish`, {})(subject)
  const { app, workspace } = subject
  await read((scope) => fanOut(scope, { entryId: entry.id }))(subject)
  const range = { after: nilUuid, through: 'ffffffff-ffff-ffff-ffff-ffffffffffff', page: 0 }
  const now = new Date(Date.now() + 60_000).toISOString()
  await claimDeliveries(app.database, { workspaceId: workspace.id, entryId: entry.id, ...range }, 10, now)
}

// Later than the time at which the deliveries of the unsent entry are due.
const afterUnsent = '3000-01-01T00:00:00.000Z'

async function deliver({ app, workspace }: Subject): Promise<void> {
  const job = {
    workspaceId: workspace.id,
    entryId: unsentEntryId,
    after: nilUuid,
    through: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    page: 0,
  }
  const [claim, ...others] = await claimDeliveries(app.database, job, 10, afterUnsent)
  if (claim === undefined) throw new Error('No delivery was claimed.')
  await recordResults(app.database, job, [{ claim, outcome: { kind: 'sent', response: '' } }], afterUnsent)
  await releaseClaims(app.database, job, others, afterUnsent)
}

async function sendDigest(scope: WriteScope, { requestId }: Subject): Promise<void> {
  const digestId = newId()
  await scope.db
    .insertInto('notification_digests')
    .values({
      workspace_id: scope.workspaceId,
      id: digestId,
      feedback_id: requestId,
      from_stage: 'in_review',
      stage: 'planned',
      created_at: scope.now,
    })
    .execute()
  await fanOut(scope, { digestId })
}

async function publishScheduled(subject: Subject): Promise<void> {
  const scheduledPublishAt = new Date(Date.now() + 3_600_000).toISOString()
  await call('POST', () => '/changelog', { title: 'Later', scheduledPublishAt })(subject)
  const published = await publishScheduledEntries(subject.app, new Date(Date.now() + 7_200_000).toISOString())
  if (published.length !== 1) throw new Error(`Published ${published.length} entries, not one.`)
}

/** Recovers an announcement, a digest, and the deliveries of another announcement, which have no jobs. */
async function recoverLostJobs({ app, workspace, requestId }: Subject): Promise<void> {
  const { pool } = app.database
  const hourAgo = `now() - interval '1 hour'`
  await pool.query('delete from pgboss.job')
  const { rows: announced } = await pool.query<{ id: string }>(
    `update announcements set fanned_out_at = null, due_at = ${hourAgo} where workspace_id = $1 and entry_id in (
       select entry_id from announcements where workspace_id = $1 order by entry_id desc limit 1) returning entry_id as id`,
    [workspace.id],
  )
  const { rows: digests } = await pool.query<{ id: string }>(
    `insert into notification_digests (workspace_id, id, feedback_id, from_stage, stage, created_at)
     values ($1, uuidv7(), $2, 'in_review', 'planned', ${hourAgo}) returning id`,
    [workspace.id, requestId],
  )
  const { rows: undelivered } = await pool.query<{ id: string }>(
    `update notification_deliveries set state = 'due', due_at = ${hourAgo}, ended_at = null
     where workspace_id = $1 and entry_id in (
       select entry_id from announcements where workspace_id = $1 order by entry_id limit 1) returning entry_id as id`,
    [workspace.id],
  )
  const recovered = await requeueLostJobs(app.database, (workspaceId, work) => writeAsSystem(app, workspaceId, work))
  for (const { id } of [...announced, ...digests, ...undelivered])
    if (!recovered.includes(id)) throw new Error(`${id} was not recovered.`)
}

/** Applies retention settings to customers and requests of two years ago. */
function retain(settings: Partial<RetentionSettings>) {
  return async ({ app, workspace }: Subject): Promise<void> => {
    const { id: requestId } = await workspace.api.create('/feedback', { title: 'Old' })
    const { pool } = app.database
    const { inactiveMonths = null, visitorDays = null, contextMonths = null } = settings
    const setRetention = (...values: (number | null)[]) =>
      pool.query(
        `update workspaces set retention_inactive_months = $2, retention_visitor_days = $3, retention_context_months = $4
         where workspace_id = $1`,
        [workspace.id, ...values],
      )
    await pool.query(
      `with old as (
         insert into customers (workspace_id, id, email, origin, is_participant, is_tracked, created_at)
         select $1, uuidv7(), 'old' || gen_random_uuid() || '@example.com', 'portal', n % 2 = 0, false,
           now() - interval '2 years'
         from generate_series(1, 6) n returning id, is_participant),
       voted as (
         insert into votes (workspace_id, feedback_id, customer_id, created_at)
         select $1, $2, id, now() - interval '2 years' from old where is_participant returning customer_id)
       update feedback set votes = votes + (select count(*) from voted) where workspace_id = $1 and id = $2`,
      [workspace.id, requestId],
    )
    const { rowCount: closed } = await pool.query(
      `update feedback set created_at = now() - interval '2 years', updated_at = now() - interval '2 years'
       where workspace_id = $1 and id in (
         select f.id from feedback f join feedback_context c on c.workspace_id = f.workspace_id and c.feedback_id = f.id
         where f.workspace_id = $1 and f.stage = 'closed' and c.source_url is not null limit 5)`,
      [workspace.id],
    )
    await setRetention(inactiveMonths, visitorDays, contextMonths)
    const { customers, requests } = await applyRetention(app, new AbortController().signal)
    await setRetention(null, null, null)
    const hasWorked = contextMonths === null ? customers > 0 : requests === closed
    if (!hasWorked) throw new Error(`Deleted ${customers} customers and the context of ${requests} requests.`)
  }
}
