import { sql } from 'kysely'
import { createKey } from '../../api-keys/insert.ts'
import { createBoard } from '../../boards/create.ts'
import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import { scopeNames } from '../../platform/http/api/operations.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createTag } from '../../tags/create.ts'
import { createWorkspace } from '../../workspaces/create.ts'
import { threadMoments } from './comment-timeline.ts'
import { entryMoments } from './entry-timeline.ts'
import { historyOf, releasesOf } from './request-history.ts'
import { seeded } from './random.ts'
import { requestMoments, submitterOf } from './request-timeline.ts'
import { known, type Made, type Moment, nothingMade } from './timeline.ts'
import { entries, tagColors } from './tidepool/entries.ts'
import { bookingRequests } from './tidepool/requests/booking.ts'
import { calendarRequests } from './tidepool/requests/calendar.ts'
import { integrationRequests } from './tidepool/requests/integrations.ts'
import { mobileRequests } from './tidepool/requests/mobile.ts'
import { teamRequests } from './tidepool/requests/team.ts'
import { bookingThreads } from './tidepool/threads/booking.ts'
import { calendarThreads } from './tidepool/threads/calendar.ts'
import { otherThreads } from './tidepool/threads/other.ts'
import { firstDay, type Times, timesBefore } from './timestamps.ts'
import { type Tally, voteMoments, writeTally } from './vote-timeline.ts'

// Any number will do; this one gave a story that reads well.
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
 * Makes a workspace of a fictional product, Tidepool, with nine months of history up to `tx.now`, by the verbs of the
 * features: so that their rules hold, and counters and audit trail with them. Tells nobody.
 * @throws 400 when the slug is taken.
 */
export async function makeDemo(tx: WriteScope, slug: string, caps: TrackedCustomerCaps): Promise<Demo> {
  await refuseTaken(tx, slug)
  const times = timesBefore(Date.parse(tx.now), seeded(seed))
  const start = new Date(times.deskDaysAgo(firstDay)).toISOString()
  const workspace = await createWorkspace({ ...tx, now: start }, { name: 'Tidepool', slug, plan: 'growth' })
  // The entries were published long ago, as far as the story goes: no customer is to be told of them now.
  const scope = { ...tx, workspaceId: workspace.id, enqueue: async () => {} }
  const made = nothingMade(caps)
  await furnish({ ...scope, now: start }, made)

  const tally: Tally = { votes: [], reactions: [] }
  const moments = tell(made, tally, times).sort((a, b) => a.at - b.at)
  for (const { at, act } of moments) await act({ ...scope, now: new Date(at).toISOString() })
  await writeTally(scope, tally)
  await tellNobody(scope)

  const { key } = createKey(scope, { name: 'Demo', scopes: [...scopeNames], expiresAt: null, createdBy: 'heed demo' })
  return { workspace, key, counts: await countsOf(scope) }
}

/** Nor of what happened to requests. */
async function tellNobody({ db, workspaceId }: WriteScope): Promise<void> {
  await db.deleteFrom('announcements').where('workspace_id', '=', workspaceId).execute()
  await db.deleteFrom('news').where('workspace_id', '=', workspaceId).execute()
}

async function refuseTaken(tx: WriteScope, slug: string): Promise<void> {
  const taken = await tx.db.selectFrom('workspaces').select('slug').where('slug', '=', slug).executeTakeFirst()
  if (!taken) return
  const message = `"${slug}" is taken by another workspace; choose another, such as: heed demo --slug ${slug}-2`
  throw invalid([{ path: '/slug', message }])
}

/** Boards and tags. The first board is there from the start. */
async function furnish(scope: WriteScope, made: Made): Promise<void> {
  const first = await scope.db
    .selectFrom('boards')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  made.boards.set('feature-requests', first.id)
  made.boards.set('integrations', (await createBoard(scope, { name: 'Integrations', slug: 'integrations' })).id)
  made.boards.set(beta, (await createBoard(scope, { name: 'Android beta', slug: beta })).id)
  for (const [name, color] of Object.entries(tagColors)) {
    made.tags.set(name, (await createTag(scope, { name, color }))!.id)
  }
}

/** Everything that happens, in any order. */
function tell(made: Made, tally: Tally, times: Times): Moment[] {
  const random = seeded(seed + 1)
  const releases = releasesOf(times)
  const shared = { made, tally, times, random, releases, requests: allRequests, present: times.present }
  const lives = boards.flatMap(({ slug, requests }) =>
    requests.map((request) => {
      const submitter = submitterOf(request, random)
      return { request, board: slug, submitter, history: historyOf(request, slug === beta, shared) }
    }),
  )
  const histories = new Map(lives.map(({ request, history }) => [request.title, history]))
  return [
    ...lives.flatMap((life) => [...requestMoments(life, shared), ...voteMoments(life, shared)]),
    ...entries.flatMap((entry) => entryMoments(entry, shared)),
    ...requestThreads.flatMap((thread) =>
      threadMoments(thread, {
        made,
        times,
        history: known(histories, thread.on),
        thread: () => ({ of: 'feedback_id', id: known(made.feedback, thread.on) }),
      }),
    ),
    { at: times.deskDaysAgo(61), act: (scope) => closeBeta(scope, made) },
  ]
}

/** The beta is over. There is no verb for this yet. */
const closeBeta = ({ db, workspaceId }: WriteScope, made: Made) =>
  db
    .updateTable('boards')
    .set({ accepts_requests: false })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', known(made.boards, beta))
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
