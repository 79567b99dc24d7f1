import { sql } from 'kysely'
import { createApiKey } from '../../api-keys/create.ts'
import { createBoard } from '../../boards/create.ts'
import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import { apiScopes } from '../../platform/http/api/scopes.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createTag } from '../../tags/create.ts'
import { createWorkspace } from '../../workspaces/create.ts'
import { threadTimeline } from './comment-timeline.ts'
import { entryTimeline } from './entry-timeline.ts'
import { createRandom } from './random.ts'
import { createDemoHistory, releaseDates } from './request-history.ts'
import { pickSubmitter, requestTimeline } from './request-timeline.ts'
import { entries, tagColors } from './tidepool/entries.ts'
import { bookingRequests } from './tidepool/requests/booking.ts'
import { calendarRequests } from './tidepool/requests/calendar.ts'
import { integrationRequests } from './tidepool/requests/integrations.ts'
import { mobileRequests } from './tidepool/requests/mobile.ts'
import { teamRequests } from './tidepool/requests/team.ts'
import { bookingThreads } from './tidepool/threads/booking.ts'
import { calendarThreads } from './tidepool/threads/calendar.ts'
import { otherThreads } from './tidepool/threads/other.ts'
import { type CreatedIds, emptyCreatedIds, getOrThrow, type TimelineStep } from './timeline.ts'
import { createTimestamps, type Timestamps, workspaceAgeDays } from './timestamps.ts'
import { type EngagementBatch, insertEngagement, voteTimeline } from './vote-timeline.ts'

// Any number works. This one gives a plausible history.
const seed = 2_718_281

const beta = 'android-beta'

const boards = [
  { slug: 'feature-requests', requests: [...calendarRequests, ...bookingRequests, ...teamRequests] },
  { slug: 'integrations', requests: integrationRequests },
  { slug: beta, requests: mobileRequests },
]
const allRequests = boards.flatMap(({ requests }) => requests)
const requestThreads = [...calendarThreads, ...bookingThreads, ...otherThreads]

export interface Demo {
  workspace: { id: string; name: string; slug: string; plan: string }
  key: string
  counts: Record<string, number>
}

/**
 * Creates a workspace of a fictional product, Tidepool, with nine months of history up to `tx.now`. Calls the
 * features' verbs, so that rules, counters and the audit log are correct, but sends no mail.
 * @throws 400 if the slug is taken.
 */
export async function createDemo(tx: WriteScope, slug: string, caps: TrackedCustomerCaps): Promise<Demo> {
  await requireFreeSlug(tx, slug)
  const times = createTimestamps(Date.parse(tx.now), createRandom(seed))
  const start = new Date(times.staffDaysAgo(workspaceAgeDays)).toISOString()
  const workspace = await createWorkspace({ ...tx, now: start }, { name: 'Tidepool', slug, plan: 'growth' })
  // The entries were published in the past, so nothing may be announced now.
  const scope = { ...tx, workspaceId: workspace.id, enqueue: async () => {} }
  const createdIds = emptyCreatedIds(caps)
  await createBoardsAndTags({ ...scope, now: start }, createdIds)

  const batch: EngagementBatch = { votes: [], reactions: [] }
  const steps = buildTimeline(createdIds, batch, times).sort((a, b) => a.at - b.at)
  for (const { at, run } of steps) await run({ ...scope, now: new Date(at).toISOString() })
  await insertEngagement(scope, batch)
  await makeNamesPublic(scope)
  await discardNotifications(scope)

  const { key } = await createApiKey(scope, { name: 'Demo', scopes: [...apiScopes] }, 'heed demo')
  return { workspace, key, counts: await countsOf(scope) }
}

/**
 * Marks most names as chosen by the customers, on the portal or in the product. Customers without an address keep names
 * from the API, so the portal calls them “Customer”.
 */
const makeNamesPublic = ({ db, workspaceId }: WriteScope) =>
  db
    .updateTable('customers')
    .set({ name_source: sql<'self' | 'token'>`case when external_id is null then 'self' else 'token' end` })
    .where('workspace_id', '=', workspaceId)
    .where('email', 'is not', null)
    .execute()

/** Discards the notification events of requests, so that no digest is sent. */
async function discardNotifications({ db, workspaceId }: WriteScope): Promise<void> {
  await db.deleteFrom('announcements').where('workspace_id', '=', workspaceId).execute()
  await db.deleteFrom('notification_events').where('workspace_id', '=', workspaceId).execute()
}

async function requireFreeSlug(tx: WriteScope, slug: string): Promise<void> {
  const taken = await tx.db.selectFrom('workspaces').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!taken) return
  const message = `"${slug}" is taken by another workspace; choose another, such as: heed demo --slug ${slug}-2`
  throw invalid([{ path: '/slug', message }])
}

/** Creates boards and tags. The first board comes with the workspace. */
async function createBoardsAndTags(scope: WriteScope, createdIds: CreatedIds): Promise<void> {
  const first = await scope.db
    .selectFrom('boards')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  createdIds.boards.set('feature-requests', first.id)
  createdIds.boards.set('integrations', (await createBoard(scope, { name: 'Integrations', slug: 'integrations' })).id)
  createdIds.boards.set(beta, (await createBoard(scope, { name: 'Android beta', slug: beta })).id)
  for (const [name, color] of Object.entries(tagColors)) {
    createdIds.tags.set(name, (await createTag(scope, { name, color })).id)
  }
}

/** Collects all steps, in no particular order. */
function buildTimeline(createdIds: CreatedIds, batch: EngagementBatch, times: Timestamps): TimelineStep[] {
  const random = createRandom(seed + 1)
  const releases = releaseDates(times)
  const shared = { createdIds, batch, times, random, releases, requests: allRequests, present: times.present }
  const lives = boards.flatMap(({ slug, requests }) =>
    requests.map((request) => {
      const submitter = pickSubmitter(request, random)
      return { request, board: slug, submitter, history: createDemoHistory(request, slug === beta, shared) }
    }),
  )
  const histories = new Map(lives.map(({ request, history }) => [request.title, history]))
  return [
    ...lives.flatMap((life) => [...requestTimeline(life, shared), ...voteTimeline(life, shared)]),
    ...entries.flatMap((entry) => entryTimeline(entry, shared)),
    ...requestThreads.flatMap((thread) =>
      threadTimeline(thread, {
        createdIds,
        times,
        history: getOrThrow(histories, thread.on),
        thread: () => ({ of: 'feedback_id', id: getOrThrow(createdIds.feedback, thread.on) }),
      }),
    ),
    { at: times.staffDaysAgo(61), run: (scope) => closeBeta(scope, createdIds) },
  ]
}

/** Closes the board of the finished beta. There is no verb for this yet. */
const closeBeta = ({ db, workspaceId }: WriteScope, createdIds: CreatedIds) =>
  db
    .updateTable('boards')
    .set({ accepts_requests: false })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', getOrThrow(createdIds.boards, beta))
    .execute()

async function countsOf({ db, workspaceId: id }: WriteScope): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from boards where workspace_id = ${id}) as boards,
      (select count(*) from feedback where workspace_id = ${id}) as feedback,
      (select count(*) from votes where workspace_id = ${id}) as votes,
      (select count(*) from customers where workspace_id = ${id}) as customers,
      (select count(*) from comments where workspace_id = ${id}) as comments,
      (select count(*) from roadmap_items where workspace_id = ${id}) as "roadmapItems",
      (select count(*) from changelog_entries where workspace_id = ${id}) as "changelogEntries",
      (select count(*) from tags where workspace_id = ${id}) as tags`.execute(db)
  return rows[0]!
}
